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
	Title:    "give each member of a field a value of its type",
	Why: "label and description are strings, required and isRequired are booleans; other types are ignored or " +
		"rejected",
	Hint:   "use a value of that type",
	Before: `tone: { type: 'string', required: 'yes' },`,
	After:  `tone: { type: 'string', required: true },`,
	Run:    runFieldMemberType,
}

// fieldMemberForms are the members that this rule checks. Separate rules check type, options, default, fieldType,
// valueSource and supportedValueTypes.
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

// unmetMember returns in words what a member of a field should be; "" if it is valid or another rule checks it.
func (f field) unmetMember(member declared.Member) string {
	for _, known := range fieldMemberForms {
		if known.name == member.Name && !member.Value.IsAbsent() && slices.Contains(f.role.members(), member.Name) {
			return known.form.unmet(member.Value)
		}
	}
	return "" // undefined, or another rule reports it
}
