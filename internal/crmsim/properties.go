// This file answers for the properties of an object type: which there are, and how an account adds its own.

package crmsim

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
)

// maxUnique is how many properties with unique values an account may add to an object type; the platform's documentation.
const maxUnique = 10

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
	}{{"name", in.Name}, {"label", in.Label}, {"type", in.Type}, {"fieldType", in.FieldType}, {"groupName", in.GroupName}} {
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
		return invalid("Invalid input JSON: type %q is not one of %s", *in.Type, strings.Join(slices.Sorted(maps.Keys(fieldTypes)), ", "))
	case !slices.Contains(fits, *in.FieldType):
		return invalid("fieldType %q does not fit the type %q, which takes %s", *in.FieldType, *in.Type, strings.Join(fits, ", "))
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
	p := Property{Type: *d.Type, Multiple: *d.FieldType == "checkbox", ReadOnly: *d.FieldType == "calculation_equation", defined: d}
	p.Unique = d.Unique != nil && *d.Unique
	if d.Options != nil {
		for _, option := range *d.Options {
			p.Options = append(p.Options, option.Value)
		}
	}
	return p
}

// addProperty makes a property of the account.
func (c *call) addProperty(kind *ObjectType, in propertyInput) (any, *apiError) {
	if missing := in.missing(); len(missing) > 0 {
		return nil, unset(missing...)
	}
	if !propertyName.MatchString(*in.Name) {
		return nil, invalid("Property name %q is not valid: it begins with a letter, and has small letters, digits and underscores only", *in.Name)
	}
	if _, exists := kind.Properties[*in.Name]; exists {
		return nil, taken("A property named '%s' already exists.", *in.Name)
	}
	if err := in.check(kind); err != nil {
		return nil, err
	}
	d := &definition{propertyInput: in, created: c.now(), updated: c.now()}
	if p := d.property(); p.Unique && kind.uniqueOnes() >= maxUnique {
		return nil, invalid("An object type has at most %d properties with unique values", maxUnique)
	}
	kind.Properties[*in.Name] = d.property()
	delete(kind.binned, *in.Name)
	return c.viewProperty(kind, *in.Name, kind.Properties[*in.Name]), nil
}

func (t *ObjectType) uniqueOnes() int {
	count := 0
	for _, p := range t.Properties {
		if p.Unique && p.defined != nil {
			count++
		}
	}
	return count
}

func (c *call) createProperty() (int, any, *apiError) {
	kind, _, err := c.objects()
	if err != nil {
		return 0, nil, err
	}
	var in propertyInput
	if err := c.decode(&in); err != nil {
		return 0, nil, err
	}
	view, err := c.addProperty(kind, in)
	return http.StatusCreated, view, err
}

func (c *call) listProperties() (int, any, *apiError) {
	kind, _, err := c.objects()
	if err != nil {
		return 0, nil, err
	}
	from, results := kind.Properties, []any{}
	if c.request.URL.Query().Get("archived") == "true" {
		from = kind.binned
	}
	for _, name := range slices.Sorted(maps.Keys(from)) {
		results = append(results, c.viewProperty(kind, name, from[name]))
	}
	return http.StatusOK, map[string]any{"results": results}, nil
}

// property is the one that the path names.
func (c *call) property(archived bool) (*ObjectType, Property, *apiError) {
	kind, _, err := c.objects()
	if err != nil {
		return nil, Property{}, err
	}
	p, known := kind.named(c.params["property"], archived)
	if !known {
		return nil, p, noProperty(c.params["property"])
	}
	return kind, p, nil
}

func (t *ObjectType) named(name string, archived bool) (Property, bool) {
	from := t.Properties
	if archived {
		from = t.binned
	}
	p, known := from[name]
	return p, known
}

func noProperty(name string) *apiError {
	e := absent("Property %q does not exist", name)
	e.context = map[string][]string{"propertyName": {name}}
	return e
}

func (c *call) getProperty() (int, any, *apiError) {
	kind, p, err := c.property(c.request.URL.Query().Get("archived") == "true")
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, c.viewProperty(kind, c.params["property"], p), nil
}

func (c *call) updateProperty() (int, any, *apiError) {
	kind, p, err := c.property(false)
	if err != nil {
		return 0, nil, err
	}
	var in propertyInput
	if err := c.decode(&in); err != nil {
		return 0, nil, err
	}
	name := c.params["property"]
	if p.defined == nil {
		return 0, nil, invalid("The definition of property %q is read only: it is not one of the account's own", name)
	}
	in.Name = &name
	in = in.over(p.defined.propertyInput)
	if err := in.check(kind); err != nil {
		return 0, nil, err
	}
	d := &definition{propertyInput: in, created: p.defined.created, updated: c.now()}
	kind.Properties[name] = d.property()
	return http.StatusOK, c.viewProperty(kind, name, kind.Properties[name]), nil
}

func (c *call) archiveProperty() (int, any, *apiError) {
	kind, p, err := c.property(false)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusNoContent, nil, c.binProperty(kind, c.params["property"], p)
}

// binProperty takes a property of the account away. The records keep its values, and show them no more.
func (c *call) binProperty(kind *ObjectType, name string, p Property) *apiError {
	if p.defined == nil {
		return invalid("Property %q cannot be archived: it is not one of the account's own", name)
	}
	p.defined.archivedAt = c.now()
	delete(kind.Properties, name)
	kind.binned[name] = p
	return nil
}
