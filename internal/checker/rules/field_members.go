package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var fieldShape = &checker.Rule{
	ID:       "field-shape",
	Severity: diag.Error,
	Title:    "map field names to field definitions",
	Why:      "a field definition is an object with at least a type",
	Hint:     "write an object such as { type: 'string' }",
	Before:   `input: { tone: 'string' },`,
	After:    `input: { tone: { type: 'string' } },`,
	Run:      runFieldShape,
}

func runFieldShape(p *checker.Pass) {
	for _, d := range p.Declarations {
		for _, m := range fieldMapsOf(d.Kind) {
			for _, member := range d.Options.Get(m.option).Members {
				if member.Value.IsObject() {
					continue
				}
				f := field{role: m.role, name: member.Name, value: member.Value, owner: d}
				draft := p.Reportf(member.Value.At, "%s must be a field definition, not %s", f, quote(member.Value))
				if member.Value.IsString() {
					draft.Hintf("write { type: %s }", quote(member.Value))
				}
			}
		}
	}
}

var unknownFieldMember = &checker.Rule{
	ID:       "unknown-field-member",
	Severity: diag.Error,
	Title:    "use only members that a field can have",
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
				if saysOptional(member) {
					continue
				}
				p.Reportf(member.Value.At, "%s has %s, which only input fields have", f, member.Name).
					Hintf("remove it; an output field has only %s", allOf(known))
				continue
			}
			p.Reportf(member.Value.At, "%s has the unknown member %q", f, member.Name).
				Hintf("remove it; known members are %s", allOf(known)).SuggestName(member.Name, known, f.value)
		}
	})
}

// saysOptional reports whether a member says what holds for each output field, as of a function that makes fields of
// both roles.
func saysOptional(member declared.Member) bool {
	return (member.Name == "required" || member.Name == "isRequired") && member.Value.IsBool() && !member.Value.Bool
}

var fieldValuesKey = &checker.Rule{
	ID:       "field-values-key",
	Severity: diag.Error,
	Title:    "list the choices of an enumeration in options, not in values",
	Why:      "a field lists its choices in options; there is no 'values' key, and no 'enum' type",
	Hint:     "rename values to options",
	Before:   `tone: { type: 'enumeration', values: ['friendly', 'firm'] },`,
	After:    `tone: { type: 'enumeration', options: ['friendly', 'firm'] },`,
	Run:      runFieldValuesKey,
}

func runFieldValuesKey(p *checker.Pass) {
	eachField(p, func(f field) {
		if values := f.value.Get("values"); !values.IsAbsent() {
			draft := p.Reportf(values.At, "%s has the unknown member \"values\"", f)
			if f.role == roleOutput {
				draft.Hintf("remove it; an output field has no choices")
			}
		}
	})
}

var fieldMemberType = &checker.Rule{
	ID:       "field-member-type",
	Severity: diag.Error,
	Title:    "give each member of a field a value of its type",
	Why: "the members label and description are strings, required and isRequired are booleans; the runtime ignores " +
		"values of other types, or the platform rejects them",
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

var fieldName = &checker.Rule{
	ID:       "field-name",
	Severity: diag.Warning,
	Title:    "name fields with letters, digits and underscores",
	Why: "the CRM platform uses the name in its API and in templates such as {{name}}; it accepts letters, digits and " +
		"underscores, and no leading digit",
	Hint:   "rename the field, and put the display text in label",
	Before: `'Amount due': { type: 'number' },`,
	After:  `amount_due: { type: 'number', label: 'Amount due' },`,
	Run:    runFieldName,
}

func runFieldName(p *checker.Pass) {
	eachField(p, func(f field) {
		if name, at := f.storedName(); !isIdentifier(name) {
			p.Reportf(at, "%s has a name that the CRM platform rejects", f)
		}
	})
}

// storedName returns the field's name in the CRM and its position. A property may set a name other than its key.
func (f field) storedName() (string, declared.Mark) {
	if given := f.value.Get("name"); f.isProperty() && hasText(given) {
		return given.Text, given.At
	}
	return f.name, f.value.At
}

// isIdentifier reports whether a name consists of ASCII letters, digits and underscores, without a leading digit.
func isIdentifier(name string) bool {
	for i, r := range name {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r == '_':
		case r >= '0' && r <= '9' && i > 0:
		default:
			return false
		}
	}
	return name != ""
}

var reservedOutputField = &checker.Rule{
	ID:       "reserved-output-field",
	Severity: diag.Error,
	Title:    "do not give an output field the name of the execution state",
	Why: "the runtime adds the execution state to the output fields of its response, and would overwrite your " +
		"field; it is named crm_execution_state, or hs_execution_state with the profile hubspot",
	Hint:   "rename the output field",
	Before: `output: { crm_execution_state: { type: 'string' } },`,
	After:  `output: { state: { type: 'string' } },`,
	Run:    runReservedOutputField,
}

func runReservedOutputField(p *checker.Pass) {
	eachField(p, func(f field) {
		if f.role == roleOutput && f.owner.Kind == declared.Tool && f.name == p.Vendor.ExecutionStateKey {
			p.Reportf(f.value.At, "the output field %q is reserved for the runtime", f.name)
		}
	})
}

var duplicatePropertyName = &checker.Rule{
	ID:       "duplicate-property-name",
	Severity: diag.Error,
	Title:    "give each property of an app object or event a unique name",
	Why:      "a property is stored under its name, which is its key by default",
	Hint:     "rename one of the two",
	Before: `properties: {
  amount: { type: 'number' },
  total: { type: 'number', name: 'amount' },
},`,
	After: `properties: {
  amount: { type: 'number' },
  total: { type: 'number' },
},`,
	Run: runDuplicatePropertyName,
}

func runDuplicatePropertyName(p *checker.Pass) {
	type key struct {
		owner *declared.Declaration
		name  string
	}
	first := firsts[key, declared.Mark]{}
	eachField(p, func(f field) {
		if !f.isProperty() {
			return // inputs and outputs have only their keys
		}
		name, at := f.storedName()
		if earlier, taken := first.earlier(key{f.owner, name}, at); taken {
			p.Reportf(at, "duplicate property name %q", name).Related(earlier, "first declared here")
		}
	})
}
