package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var fieldRequiredContradiction = &checker.Rule{
	ID:       "field-required-contradiction",
	Severity: diag.Warning,
	Title:    "keep required and isRequired consistent",
	Why:      "isRequired is another spelling of required; if either is true, the field is required",
	Hint:     "keep one of the two",
	Before:   `tone: { type: 'string', required: true, isRequired: false },`,
	After:    `tone: { type: 'string', required: true },`,
	Run:      runFieldRequiredContradiction,
}

func runFieldRequiredContradiction(p *checker.Pass) {
	eachField(p, func(f field) {
		required, isRequired := f.value.Get("required"), f.value.Get("isRequired")
		if f.role == roleOutput || !required.IsBool() || !isRequired.IsBool() || required.Bool == isRequired.Bool {
			return // nothing to compare, or they agree
		}
		p.Reportf(isRequired.At, "%s has required: %t but isRequired: %t", f, required.Bool, isRequired.Bool).
			Related(required.At, "the other spelling")
	})
}
