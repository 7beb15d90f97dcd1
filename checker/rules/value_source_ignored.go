// The rule value-source-ignored: one of the two ways to say where values come from is enough.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var valueSourceIgnored = &checker.Rule{
	ID:       "value-source-ignored",
	Severity: diag.Warning,
	Title:    "a field has valueSource or supportedValueTypes, not both",
	Why:      "supportedValueTypes wins over valueSource",
	Hint:     "remove valueSource",
	Before:   `amount: { type: 'number', valueSource: 'both', supportedValueTypes: ['STATIC_VALUE'] },`,
	After:    `amount: { type: 'number', supportedValueTypes: ['STATIC_VALUE', 'OBJECT_PROPERTY'] },`,
	Run:      runValueSourceIgnored,
}

func runValueSourceIgnored(p *checker.Pass) {
	eachField(p, func(f field) {
		source, types := f.value.Get("valueSource"), f.value.Get("supportedValueTypes")
		if f.role == roleOutput || source.IsAbsent() || types.IsAbsent() {
			return // one of them, or a place that has neither
		}
		p.Reportf(source.At, "valueSource of %s is ignored: supportedValueTypes is given too", f).
			Related(types.At, "this one counts")
	})
}
