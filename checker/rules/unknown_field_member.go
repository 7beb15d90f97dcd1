package rules

import (
	"slices"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var unknownFieldMember = &checker.Rule{
	ID:       "unknown-field-member",
	Severity: diag.Error,
	Title:    "use only members that the field can have",
	Why:      "an unknown member has no effect; output fields have only type, label, description and fieldType",
	Hint:     "remove the member",
	Before:   `tone: { type: 'string', lable: 'Tone' },`,
	After:    `tone: { type: 'string', label: 'Tone' },`,
	Run:      runUnknownFieldMember,
}

var (
	inputMembers = []string{"type", "label", "description", "required", "isRequired", "default", "options", "fieldType", "valueSource", "supportedValueTypes"}
	// An output is never filled in, so it has no choices and no default, and is never required.
	outputMembers        = []string{"type", "label", "description", "fieldType"}
	eventPropertyMembers = []string{"type", "label", "description", "required", "isRequired", "default", "options", "fieldType", "valueSource", "supportedValueTypes",
		"name", "groupName"}
	objectPropertyMembers = []string{"type", "label", "description", "required", "isRequired", "default", "options", "fieldType", "valueSource", "supportedValueTypes",
		"name", "groupName", "hasUniqueValue", "readOnlyValue", "formField", "calculationFormula"}
)

// members returns the known members of a field definition.
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
				continue // known, or field-values-key reports it
			}
			if f.role == roleOutput && slices.Contains(inputMembers, member.Name) {
				p.Reportf(member.Value.At, "%s has %s, which only input fields have", f, member.Name).
					Hintf("remove it; an output field has only %s", allOf(outputMembers))
				continue
			}
			draft := p.Reportf(member.Value.At, "%s has the unknown member %q", f, member.Name).
				Hintf("remove it; known members are %s", allOf(known))
			hintNearest(draft, member.Name, known)
		}
	})
}
