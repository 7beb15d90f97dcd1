// The rule field-member-type: the members of a field definition hold what they should.

package rules

import (
	"slices"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var fieldMemberType = &checker.Rule{
	ID:       "field-member-type",
	Severity: diag.Error,
	Title:    "the members of a field definition have the types that the contract gives them",
	Why:      "label and description are strings, required and isRequired booleans: another type is ignored or refused",
	Hint:     "give the member a value of that type",
	Before:   `tone: { type: 'string', required: 'yes' },`,
	After:    `tone: { type: 'string', required: true },`,
	Run:      runFieldMemberType,
}

// fieldMemberForms are the members that this rule looks at; type, options, default, fieldType, valueSource and
// supportedValueTypes have rules of their own.
var fieldMemberForms = []option{
	{name: "label", form: formText},
	{name: "description", form: formText},
	{name: "required", form: formFlag},
	{name: "isRequired", form: formFlag},
	{name: "name", form: formFullText},
	{name: "groupName", form: formFullText},
	{name: "hasUniqueValue", form: formFlag},
	{name: "readOnlyValue", form: formFlag},
	{name: "formField", form: formFlag},
	{name: "calculationFormula", form: formFullText},
}

func runFieldMemberType(p *checker.Pass) {
	eachField(p, func(f field) {
		known := f.role.members()
		for _, member := range fieldMemberForms {
			v := f.value.Get(member.name)
			if v.IsAbsent() || !slices.Contains(known, member.name) {
				continue // unknown-field-member speaks of what does not belong
			}
			if want := member.form.unmet(v); want != "" {
				p.Reportf(v.At, "%s of %s must be %s, not %s", member.name, f, want, quote(v))
			}
		}
	})
}
