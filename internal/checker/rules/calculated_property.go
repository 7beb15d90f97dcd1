package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var calculatedProperty = &checker.Rule{
	ID:       "calculated-property",
	Severity: diag.Warning,
	Title:    "set both calculationFormula and fieldType 'calculation_equation'",
	Why:      "the CRM platform calculates a property only if it has both",
	Hint:     "add fieldType: 'calculation_equation'",
	Before:   `net: { type: 'number', calculationFormula: 'SUBTRACT(gross, tax)' },`,
	After:    `net: { type: 'number', fieldType: 'calculation_equation', calculationFormula: 'SUBTRACT(gross, tax)' },`,
	Run:      runCalculatedProperty,
}

const calculationControl = "calculation_equation"

func runCalculatedProperty(p *checker.Pass) {
	eachField(p, func(f field) {
		control, formula := f.value.Get("fieldType"), f.value.Get("calculationFormula")
		switch {
		case f.role != roleObject:
			return // only properties of app objects can be calculated
		case control.Text == calculationControl && formula.IsAbsent():
			p.Reportf(control.At, "%s is calculated but has no calculationFormula", f).
				Hintf("add calculationFormula, such as 'SUBTRACT(gross, tax)'")
		case control.Text != calculationControl && !formula.IsAbsent():
			p.Reportf(formula.At, "%s has a calculationFormula, but fieldType is not %q", f, calculationControl)
		}
	})
}
