package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
)

// fieldRole is the kind of map that holds a field. It decides which members the field can have.
type fieldRole uint8

const (
	roleInput  fieldRole = iota // of a tool or card backend
	roleOutput                  // of a tool or card backend, with fewer members
	roleObject                  // of an app object
	roleEvent                   // of an app event
)

// field is one declared field.
type field struct {
	role  fieldRole
	name  string // the key in its map
	value *declared.Value
	owner *declared.Declaration
}

// String returns the name of a field in messages. It omits the owner, because two tools may share a map of fields.
func (f field) String() string {
	switch f.role {
	case roleInput:
		return fmt.Sprintf("input field %q", f.name)
	case roleOutput:
		return fmt.Sprintf("output field %q", f.name)
	}
	return fmt.Sprintf("property %q", f.name)
}

// isProperty reports whether the field is stored in the CRM.
func (f field) isProperty() bool { return f.role == roleObject || f.role == roleEvent }

// fieldMap is an option that maps names to fields.
type fieldMap struct {
	option string
	role   fieldRole
}

var (
	capabilityFields = []fieldMap{{"input", roleInput}, {"output", roleOutput}}
	objectFields     = []fieldMap{{"properties", roleObject}}
	eventFields      = []fieldMap{{"properties", roleEvent}}
)

// fieldMapsOf returns the options of a kind of declaration that map names to fields.
func fieldMapsOf(kind declared.Kind) []fieldMap {
	switch kind {
	case declared.Tool, declared.CardBackend:
		return capabilityFields
	case declared.AppObject:
		return objectFields
	case declared.AppEvent:
		return eventFields
	}
	return nil
}

// eachField calls fn for each field that is an object. field-shape reports the others.
func eachField(p *checker.Pass, fn func(field)) {
	for _, f := range checker.Shared(p, "fields", func() []field { return fieldsOf(p) }) {
		fn(f)
	}
}

func fieldsOf(p *checker.Pass) (fields []field) {
	for _, d := range p.Declarations {
		for _, m := range fieldMapsOf(d.Kind) {
			for _, member := range d.Options.Get(m.option).Members {
				if member.Value.IsObject() {
					fields = append(fields, field{role: m.role, name: member.Name, value: member.Value, owner: d})
				}
			}
		}
	}
	return fields
}

var (
	// typeSpellings are the valid field types, including their legacy spellings in upper case.
	typeSpellings = optionAt(inputFieldMembers, "type").words
	// fieldTypes are the valid field types in lower case.
	fieldTypes = slices.DeleteFunc(slices.Clone(typeSpellings), func(name string) bool {
		return name != strings.ToLower(name)
	})
)

// fieldType returns a field's type in its current spelling ("bool" for "boolean"), or "" if it is invalid.
func (f field) fieldType() string {
	written := f.value.Get("type")
	switch name := strings.ToLower(written.Text); {
	case !isOneOf(written, typeSpellings...):
		return ""
	case name == "boolean":
		return "bool"
	default:
		return name
	}
}

// optionValues returns the values of a field's options, in either form; ok is false if one is invalid.
func (f field) optionValues() (values []string, ok bool) {
	options := f.value.Get("options")
	if !options.IsArray() {
		return nil, false
	}
	for _, item := range options.Items {
		if item.IsObject() {
			item = item.Get("value")
		}
		if !item.IsString() {
			return nil, false
		}
		values = append(values, item.Text)
	}
	return values, true
}
