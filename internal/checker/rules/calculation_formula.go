package rules

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/lazyregexp"
)

var calculationFormula = &checker.Rule{
	ID:       "calculation-formula",
	Severity: diag.Warning,
	Title:    "use declared properties in calculationFormula",
	Why:      "the CRM platform rejects a formula that reads a property which the object type does not have",
	Hint:     "declare the property, or correct the name",
	Before: `amount: { type: 'number' },
net: { ..., calculationFormula: 'SUBTRACT(amuont, tax)' },`,
	After: `amount: { type: 'number' },
net: { ..., calculationFormula: 'SUBTRACT(amount, tax)' },`,
	Run: runCalculationFormula,
}

// formulaToken matches a text in quotes, which is left out, or a name with what follows it.
var formulaToken = lazyregexp.New(`"[^"]*"|'[^']*'|[\w.]+\s*\(?`)

// formulaWords are names in formulas that are no properties.
var formulaWords = []string{
	"if", "then", "else", "elseif", "endif", "and", "or", "not", "xor", "in", "is", "true", "false", "null",
}

func runCalculationFormula(p *checker.Pass) {
	eachField(p, func(f field) {
		formula := f.value.Get("calculationFormula")
		if f.role != roleObject || !formula.IsString() {
			return
		}
		known := propertyNames(f.owner)
		var reported []string
		for _, token := range formulaToken().FindAllString(formula.Text, -1) {
			name := strings.TrimSpace(token) // that of a function ends with a parenthesis
			if !isIdentifier(name) || slices.Contains(formulaWords, strings.ToLower(name)) ||
				isPlatformProperty(name) || propertyOf(f.owner, name) != nil || slices.Contains(reported, name) {
				continue
			}
			reported = append(reported, name)
			p.Reportf(formula.At, "calculationFormula of %s uses %s, which is not a property of %s", f, quoteText(name),
				describe(f.owner)).Suggest(name, known)
		}
	})
}
