package rules

import (
	"github.com/appsvc/svc/internal/checker"
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

// members returns the known members of a field definition.
func (r fieldRole) members() []option {
	switch r {
	case roleInput:
		return inputFieldMembers
	case roleOutput:
		return outputFieldMembers
	case roleEvent:
		return eventPropertyMembers
	}
	return objectPropertyMembers
}

func runUnknownFieldMember(p *checker.Pass) {
	eachField(p, func(f field) {
		for _, member := range f.value.Members {
			if isMember(f.role.members(), member.Name) || member.Value.IsAbsent() || member.Name == "values" {
				continue // known, or field-values-key reports it
			}
			known := namesOf(f.role.members())
			if f.role == roleOutput && isMember(inputFieldMembers, member.Name) {
				p.Reportf(member.Value.At, "%s has %s, which only input fields have", f, member.Name).
					Hintf("remove it; an output field has only %s", allOf(known))
				continue
			}
			p.Reportf(member.Value.At, "%s has the unknown member %q", f, member.Name).
				Hintf("remove it; known members are %s", allOf(known)).Suggest(member.Name, known)
		}
	})
}
