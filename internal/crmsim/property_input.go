// This file reads what an account says of a property: what must be there, and what fits together.

package crmsim

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
)

// fieldTypes are the forms of input that each type of property takes.
var fieldTypes = map[string][]string{
	"bool":         {"booleancheckbox", "calculation_equation"},
	"date":         {"date"},
	"datetime":     {"date"},
	"enumeration":  {"select", "radio", "checkbox", "booleancheckbox", "calculation_equation"},
	"number":       {"number", "calculation_equation"},
	"phone_number": {"phonenumber"},
	"string":       {"text", "textarea", "html", "file", "phonenumber", "calculation_equation"},
}

var propertyName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,99}$`)

// propertyInput is the body of a create or an update of a property; a nil member was not given.
type propertyInput struct {
	Name               *string           `json:"name"`
	Label              *string           `json:"label"`
	Type               *string           `json:"type"`
	FieldType          *string           `json:"fieldType"`
	GroupName          *string           `json:"groupName"`
	Description        *string           `json:"description"`
	CalculationFormula *string           `json:"calculationFormula"`
	Options            *[]propertyOption `json:"options"`
	DisplayOrder       *int              `json:"displayOrder"`
	FormField          *bool             `json:"formField"`
	Hidden             *bool             `json:"hidden"`
	Unique             *bool             `json:"hasUniqueValue"`
}

// propertyOption is one value of an enumeration.
type propertyOption struct {
	Label        string `json:"label"`
	Value        string `json:"value"`
	DisplayOrder int    `json:"displayOrder"`
	Hidden       bool   `json:"hidden"`
	Description  string `json:"description,omitempty"`
}

// definition is what an account said of a property that it added.
type definition struct {
	propertyInput
	created, updated, archivedAt time.Time
}

// missing are the required members that a create does not have.
func (in propertyInput) missing() []string {
	var names []string
	for _, member := range []struct {
		name  string
		value *string
	}{
		{"name", in.Name}, {"label", in.Label}, {"type", in.Type}, {"fieldType", in.FieldType}, {"groupName", in.GroupName},
	} {
		if member.value == nil || *member.value == "" {
			names = append(names, member.name)
		}
	}
	return names
}

// over is the input with what it does not give taken from a former one.
func (in propertyInput) over(former propertyInput) propertyInput {
	keep(&in.Name, former.Name)
	keep(&in.Label, former.Label)
	keep(&in.Type, former.Type)
	keep(&in.FieldType, former.FieldType)
	keep(&in.GroupName, former.GroupName)
	keep(&in.Description, former.Description)
	keep(&in.CalculationFormula, former.CalculationFormula)
	keep(&in.Options, former.Options)
	keep(&in.DisplayOrder, former.DisplayOrder)
	keep(&in.FormField, former.FormField)
	keep(&in.Hidden, former.Hidden)
	in.Unique = former.Unique // immutable
	return in
}

func keep[T any](member **T, former *T) {
	if *member == nil {
		*member = former
	}
}

// check refuses a definition that the platform would refuse.
func (in propertyInput) check(kind *ObjectType) *apiError {
	fits, known := fieldTypes[*in.Type]
	switch {
	case !known:
		return invalid(
			"Invalid input JSON: type %q is not one of %s", *in.Type, strings.Join(slices.Sorted(maps.Keys(fieldTypes)), ", "),
		)
	case !slices.Contains(fits, *in.FieldType):
		return invalid(
			"fieldType %q does not fit the type %q, which takes %s", *in.FieldType, *in.Type, strings.Join(fits, ", "),
		)
	case kind.group(*in.GroupName) == nil:
		return invalid("The property group %q does not exist", *in.GroupName)
	case in.Options == nil:
		return nil
	}
	seen := map[string]bool{}
	for _, option := range *in.Options {
		if option.Value == "" || option.Label == "" {
			return invalid("Every option of property %q needs a label and a value", *in.Name)
		}
		if seen[option.Value] {
			return invalid("The option %q of property %q is there twice", option.Value, *in.Name)
		}
		seen[option.Value] = true
	}
	return nil
}

// property is the definition as values are held to it.
func (d *definition) property() Property {
	p := Property{
		Type: *d.Type, Multiple: *d.FieldType == "checkbox", ReadOnly: *d.FieldType == "calculation_equation", defined: d,
	}
	p.Unique = d.Unique != nil && *d.Unique
	if d.Options != nil {
		for _, option := range *d.Options {
			p.Options = append(p.Options, option.Value)
		}
	}
	return p
}
