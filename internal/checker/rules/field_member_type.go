package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var fieldMemberType = &checker.Rule{
	ID:       "field-member-type",
	Severity: diag.Error,
	Title:    "give each member of a field a value of its type",
	Why: "label and description are strings, required and isRequired are booleans; other types are ignored or " +
		"rejected",
	Hint:   "use a value of that type",
	Before: `tone: { type: 'string', required: 'yes' },`,
	After:  `tone: { type: 'string', required: true },`,
	Run:    runFieldMemberType,
}

func runFieldMemberType(p *checker.Pass) {
	eachField(p, func(f field) {
		for _, o := range f.role.members() { // the form of members with separate rules accepts every value
			v := f.value.Get(o.name)
			if want := o.form.unmet(v); want != "" && !v.IsAbsent() {
				p.Reportf(v.At, "%s of %s must be %s, not %s", o.name, f, want, quote(v))
			}
		}
	})
}
