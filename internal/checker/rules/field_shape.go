package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var fieldShape = &checker.Rule{
	ID:       "field-shape",
	Severity: diag.Error,
	Title:    "map field names to field definitions",
	Why:      "a field definition is an object with at least a type",
	Hint:     "write an object such as { type: 'string' }",
	Before:   `input: { tone: 'string' },`,
	After:    `input: { tone: { type: 'string' } },`,
	Run:      runFieldShape,
}

func runFieldShape(p *checker.Pass) {
	for _, d := range p.Declarations {
		for _, m := range fieldMapsOf(d.Kind) {
			for _, member := range d.Options.Get(m.option).Members {
				if member.Value.IsObject() || member.Value.IsAbsent() {
					continue
				}
				f := field{role: m.role, name: member.Name, value: member.Value, owner: d}
				draft := p.Reportf(member.Value.At, "%s must be a field definition, not %s", f, quote(member.Value))
				if member.Value.IsString() {
					draft.Hintf("write { type: %s }", quote(member.Value))
				}
			}
		}
	}
}
