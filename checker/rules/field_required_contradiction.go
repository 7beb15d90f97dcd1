// The rule field-required-contradiction: the two spellings of required agree.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var fieldRequiredContradiction = &checker.Rule{
	ID:       "field-required-contradiction",
	Severity: diag.Warning,
	Title:    "required and isRequired do not contradict each other",
	Why:      "isRequired is another spelling of required and either one counts: the field is required, whatever the other says",
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
		p.Reportf(isRequired.At, "%s says required: %t and isRequired: %t", f, required.Bool, isRequired.Bool).
			Related(required.At, "the other spelling")
	})
}
