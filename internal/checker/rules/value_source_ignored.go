package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var valueSourceIgnored = &checker.Rule{
	ID:       "value-source-ignored",
	Severity: diag.Warning,
	Title:    "set valueSource or supportedValueTypes, not both",
	Why:      "supportedValueTypes overrides valueSource",
	Hint:     "remove valueSource",
	Before:   `amount: { type: 'number', valueSource: 'both', supportedValueTypes: ['STATIC_VALUE'] },`,
	After:    `amount: { type: 'number', supportedValueTypes: ['STATIC_VALUE', 'OBJECT_PROPERTY'] },`,
	Run:      runValueSourceIgnored,
}

func runValueSourceIgnored(p *checker.Pass) {
	eachField(p, func(f field) {
		source, types := f.value.Get("valueSource"), f.value.Get("supportedValueTypes")
		if f.role == roleOutput || source.IsAbsent() || types.IsAbsent() {
			return // at most one is set, or the role has neither
		}
		p.Reportf(source.At, "valueSource of %s is ignored because supportedValueTypes is set", f).
			Related(types.At, "supportedValueTypes is set here")
	})
}
