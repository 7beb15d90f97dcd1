// The rule unknown-field-member: a field definition has no member that fields do not have.

package rules

import (
	"slices"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var unknownFieldMember = &checker.Rule{
	ID:       "unknown-field-member",
	Severity: diag.Error,
	Title:    "a field definition has no member that fields of its place do not have",
	Why:      "a member that nobody reads does nothing; output fields use the narrower definition: type, label, description, fieldType",
	Hint:     "remove the member",
	Before:   `tone: { type: 'string', lable: 'Tone' },`,
	After:    `tone: { type: 'string', label: 'Tone' },`,
	Run:      runUnknownFieldMember,
}

var (
	inputMembers = []string{
		"type", "label", "description", "required", "isRequired", "default", "options", "fieldType", "valueSource",
		"supportedValueTypes",
	}
	// outputMembers: nobody fills an output in, so it has no choices, no default and is never required.
	outputMembers        = []string{"type", "label", "description", "fieldType"}
	eventPropertyMembers = []string{"type", "label", "description", "required", "isRequired", "default", "options", "fieldType", "valueSource", "supportedValueTypes",
		"name", "groupName"}
	objectPropertyMembers = []string{"type", "label", "description", "required", "isRequired", "default", "options", "fieldType", "valueSource", "supportedValueTypes",
		"name", "groupName", "hasUniqueValue", "readOnlyValue", "formField", "calculationFormula"}
)

// members are the names that a definition of a field may use.
func (r fieldRole) members() []string {
	switch r {
	case roleInput:
		return inputMembers
	case roleOutput:
		return outputMembers
	case roleEvent:
		return eventPropertyMembers
	}
	return objectPropertyMembers
}

func runUnknownFieldMember(p *checker.Pass) {
	eachField(p, func(f field) {
		known := f.role.members()
		for _, member := range f.value.Members {
			if slices.Contains(known, member.Name) || member.Value.IsAbsent() || member.Name == "values" {
				continue // known, or field-values-key speaks of it
			}
			if f.role == roleOutput && slices.Contains(inputMembers, member.Name) {
				p.Reportf(member.Value.At, "%s has %s, which only input fields have", f, member.Name).
					Hintf("remove it: an output field has %s only", allOf(outputMembers))
				continue
			}
			draft := p.Reportf(member.Value.At, "%s has the unknown member %q", f, member.Name).
				Hintf("remove it; a field here may have %s", allOf(known))
			hintNearest(draft, member.Name, known)
		}
	})
}
