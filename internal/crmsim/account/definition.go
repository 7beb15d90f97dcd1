package account

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/crmsim/api"
	"github.com/appsvc/svc/internal/lazyregexp"
)

// maxUnique is the number of properties with unique values that an account may add to an object type, from the
// platform's documentation.
const maxUnique = 10

// fieldTypes are the form inputs that fit each type of property.
var fieldTypes = map[string][]string{
	"bool":         {"booleancheckbox", "calculation_equation"},
	"date":         {"date"},
	"datetime":     {"date"},
	"enumeration":  {"select", "radio", "checkbox", "booleancheckbox", "calculation_equation"},
	"number":       {"number", "calculation_equation"},
	"phone_number": {"phonenumber"},
	"string":       {"text", "textarea", "html", "file", "phonenumber", "calculation_equation"},
}

var validName = lazyregexp.New(`^[a-z][a-z0-9_]{0,99}$`)

// Definition is the definition of a property that the account added, and the body of a request to create or update
// it. A nil member is absent.
type Definition struct {
	Name               *string   `json:"name"`
	Label              *string   `json:"label"`
	Type               *string   `json:"type"`
	FieldType          *string   `json:"fieldType"`
	GroupName          *string   `json:"groupName"`
	Description        *string   `json:"description"`
	CalculationFormula *string   `json:"calculationFormula"`
	Options            *[]Option `json:"options"`
	DisplayOrder       *int      `json:"displayOrder"`
	FormField          *bool     `json:"formField"`
	Hidden             *bool     `json:"hidden"`
	Unique             *bool     `json:"hasUniqueValue"`

	Created    time.Time `json:"-"`
	Updated    time.Time `json:"-"`
	ArchivedAt time.Time `json:"-"`
}

// Option is one value of an enumeration.
type Option struct {
	Label        string `json:"label"`
	Value        string `json:"value"`
	DisplayOrder int    `json:"displayOrder"`
	Hidden       bool   `json:"hidden"`
	Description  string `json:"description"`
}

// CheckFields rejects a new definition without the required members.
func (d *Definition) CheckFields() *api.Error {
	var missing []string
	for _, member := range []struct {
		name  string
		value *string
	}{{"name", d.Name}, {"label", d.Label}, {"type", d.Type}, {"fieldType", d.FieldType}, {"groupName", d.GroupName}} {
		if member.value == nil || *member.value == "" {
			missing = append(missing, member.name)
		}
	}
	if missing != nil {
		return api.MissingFields(missing...)
	}
	return nil
}

// Property returns a property of the object type, or one of its archived properties.
func (t *ObjectType) Property(name string, archived bool) (Property, *api.Error) {
	from := t.Properties
	if archived {
		from = t.archived
	}
	p, known := from[name]
	if !known {
		e := api.NotFound("Property %q does not exist", name)
		e.Context = map[string][]string{"propertyName": {name}}
		return p, e
	}
	return p, nil
}

// PropertyNames returns the names of the properties or of the archived ones, in order.
func (t *ObjectType) PropertyNames(archived bool) []string {
	if archived {
		return slices.Sorted(maps.Keys(t.archived))
	}
	return slices.Sorted(maps.Keys(t.Properties))
}

// AddProperty adds a property of the account.
func (t *ObjectType) AddProperty(d Definition, now time.Time) *api.Error {
	if err := d.CheckFields(); err != nil {
		return err
	}
	if !validName().MatchString(*d.Name) {
		return api.Invalid(
			"Property name %q is not valid: it begins with a letter, and has small letters, digits and underscores only",
			*d.Name,
		)
	}
	if _, exists := t.Properties[*d.Name]; exists {
		return api.Conflict("A property named '%s' already exists.", *d.Name)
	}
	if err := d.check(t); err != nil {
		return err
	}
	d.Created, d.Updated = now, now
	added := d.property()
	if added.Unique && t.addedUnique() >= maxUnique {
		return api.Invalid("An object type has at most %d properties with unique values", maxUnique)
	}
	t.Properties[*d.Name] = added
	delete(t.archived, *d.Name)
	return nil
}

func (t *ObjectType) addedUnique() int {
	count := 0
	for _, p := range t.Properties {
		if p.Unique && (p.Definition != nil || p.ofPortal) {
			count++
		}
	}
	return count
}

// UpdateProperty changes the definition of a property of the account.
func (t *ObjectType) UpdateProperty(name string, d Definition, now time.Time) *api.Error {
	former := t.Properties[name].Definition
	if former == nil {
		return api.Invalid("The definition of property %q is read only: it is not one of the account's own", name)
	}
	d.Name = &name
	d.keep(former)
	if err := d.check(t); err != nil {
		return err
	}
	d.Created, d.Updated = former.Created, now
	t.Properties[name] = d.property()
	return nil
}

// ArchiveProperty archives a property of the account. Records keep its values but no longer show them.
func (t *ObjectType) ArchiveProperty(name string, now time.Time) *api.Error {
	p := t.Properties[name]
	if p.Definition == nil {
		return api.Invalid("Property %q cannot be archived: it is not one of the account's own", name)
	}
	p.Definition.ArchivedAt = now
	delete(t.Properties, name)
	t.archived[name] = p
	return nil
}

// keep copies absent members from the former definition. Unique never changes.
func (d *Definition) keep(former *Definition) {
	keep(&d.Label, former.Label)
	keep(&d.Type, former.Type)
	keep(&d.FieldType, former.FieldType)
	keep(&d.GroupName, former.GroupName)
	keep(&d.Description, former.Description)
	keep(&d.CalculationFormula, former.CalculationFormula)
	keep(&d.Options, former.Options)
	keep(&d.DisplayOrder, former.DisplayOrder)
	keep(&d.FormField, former.FormField)
	keep(&d.Hidden, former.Hidden)
	d.Unique = former.Unique
}

func keep[T any](member **T, former *T) {
	if *member == nil {
		*member = former
	}
}

// check rejects a definition that the platform rejects.
func (d *Definition) check(kind *ObjectType) *api.Error {
	fits, known := fieldTypes[*d.Type]
	switch {
	case !known:
		return api.Invalid(
			"Invalid input JSON: type %q is not one of %s", *d.Type, strings.Join(slices.Sorted(maps.Keys(fieldTypes)), ", "),
		)
	case !slices.Contains(fits, *d.FieldType):
		return api.Invalid(
			"fieldType %q does not fit the type %q, which takes %s", *d.FieldType, *d.Type, strings.Join(fits, ", "),
		)
	case kind.group(*d.GroupName) == nil:
		return api.Invalid("The property group %q does not exist", *d.GroupName)
	case d.needsOptions() && (d.Options == nil || len(*d.Options) == 0):
		return api.Invalid("Property %q of the type enumeration needs options", *d.Name)
	case d.Options == nil:
		return nil
	}
	seen := map[string]bool{}
	for _, option := range *d.Options {
		if option.Value == "" || option.Label == "" {
			return api.Invalid("Every option of property %q needs a label and a value", *d.Name)
		}
		if seen[option.Value] {
			return api.Invalid("Property %q has the option %q more than once", *d.Name, option.Value)
		}
		seen[option.Value] = true
	}
	return nil
}

// needsOptions reports whether values are chosen from a list, which a formula does not need.
func (d *Definition) needsOptions() bool {
	return *d.Type == "enumeration" && *d.FieldType != "calculation_equation"
}

// property returns the property that values are checked against.
func (d Definition) property() Property {
	p := Property{
		Type: *d.Type, Definition: &d, Multiple: *d.FieldType == "checkbox",
		ReadOnly: *d.FieldType == "calculation_equation", Unique: d.Unique != nil && *d.Unique,
	}
	if d.Options != nil {
		for _, option := range *d.Options {
			p.Options = append(p.Options, option.Value)
		}
	}
	return p
}
