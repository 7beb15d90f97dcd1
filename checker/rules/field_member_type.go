// The rule field-member-type: the members of a field definition hold what they should.

package rules

import (
	"slices"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
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

// fieldMemberForms are the members that this rule looks at; type, options, default, valueSource and
// supportedValueTypes have rules of their own, and field-control knows the controls.
var fieldMemberForms = []option{
	{name: "label", form: formText},
	{name: "description", form: formText},
	{name: "required", form: formFlag},
	{name: "isRequired", form: formFlag},
	{name: "fieldType", form: formText},
	{name: "name", form: formFullText},
	{name: "groupName", form: formFullText},
	{name: "hasUniqueValue", form: formFlag},
	{name: "readOnlyValue", form: formFlag},
	{name: "formField", form: formFlag},
	{name: "calculationFormula", form: formFullText},
}

func runFieldMemberType(p *checker.Pass) {
	eachField(p, func(f field) {
		for _, member := range f.value.Members {
			if want := f.unmetMember(member); want != "" {
				p.Reportf(member.Value.At, "%s of %s must be %s, not %s", member.Name, f, want, quote(member.Value))
			}
		}
	})
}

// unmetMember is what a member of a field should have been; "" when it will do, or is another rule's.
func (f field) unmetMember(member declared.Member) string {
	for _, known := range fieldMemberForms {
		if known.name == member.Name && !member.Value.IsAbsent() && slices.Contains(f.role.members(), member.Name) {
			return known.form.unmet(member.Value)
		}
	}
	return "" // another rule's, nothing, or it does not belong: unknown-field-member speaks of it
}
