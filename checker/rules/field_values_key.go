// The rule field-values-key: the choices of an enumeration stand in options.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var fieldValuesKey = &checker.Rule{
	ID:       "field-values-key",
	Severity: diag.Error,
	Title:    "the choices of an enumeration stand in options, not in values",
	Why:      "there is no 'enum' type and no 'values' key",
	Hint:     "rename values to options",
	Before:   `tone: { type: 'enumeration', values: ['friendly', 'firm'] },`,
	After:    `tone: { type: 'enumeration', options: ['friendly', 'firm'] },`,
	Run:      runFieldValuesKey,
}

func runFieldValuesKey(p *checker.Pass) {
	eachField(p, func(f field) {
		if values := f.value.Get("values"); !values.IsAbsent() {
			draft := p.Reportf(values.At, "%s has values, which no field has", f)
			if f.role == roleOutput {
				draft.Hintf("remove it: an output field has no choices")
			}
		}
	})
}
