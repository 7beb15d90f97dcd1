package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var fieldValuesKey = &checker.Rule{
	ID:       "field-values-key",
	Severity: diag.Error,
	Title:    "list the choices of an enumeration in options, not in values",
	Why:      "the key is options: there is no 'values' key, and no 'enum' type",
	Hint:     "rename values to options",
	Before:   `tone: { type: 'enumeration', values: ['friendly', 'firm'] },`,
	After:    `tone: { type: 'enumeration', options: ['friendly', 'firm'] },`,
	Run:      runFieldValuesKey,
}

func runFieldValuesKey(p *checker.Pass) {
	eachField(p, func(f field) {
		if values := f.value.Get("values"); !values.IsAbsent() {
			draft := p.Reportf(values.At, "%s has values, which is not a member of fields", f)
			if f.role == roleOutput {
				draft.Hintf("remove it; an output field has no choices")
			}
		}
	})
}
