package account

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// NeutralPrefix begins the vendor's own property names in the embedded data.
const NeutralPrefix = "crm_"

//go:embed types.json
var typesJSON []byte

// ObjectType is a type of records.
type ObjectType struct {
	Name     string `json:"name"`     // in paths: "contacts"
	Singular string `json:"singular"` // "contact"; Name by default
	ID       string `json:"id"`       // "0-1"
	// Aliases are other names that paths may use.
	Aliases    []string            `json:"aliases"`
	Properties map[string]Property `json:"properties"`
	// Defaults are the properties that a read returns if the request names none.
	Defaults []string `json:"defaults"`
	// Searchable are the properties that the query of a search looks into.
	Searchable []string `json:"searchable"`
	// Required are the properties that a new record must have.
	Required []string `json:"required"`
	// RequiredOne are properties of which a new record must have one.
	RequiredOne []string `json:"requiredOne"`
	// Pipeline is the property that has a default in a new record, unless the request sets it; "" for none. The default is
	// DefaultPipeline, or else the first option.
	Pipeline        string `json:"pipeline"`
	DefaultPipeline string `json:"defaultPipeline"`
	// Created and Modified are the properties with a record's times; "createdate" and the vendor's
	// "lastmodifieddate" by default.
	Created  string `json:"created"`
	Modified string `json:"modified"`

	// IsCustom marks a type of the portal itself.
	IsCustom bool `json:"-"`
	// Declared are the names of a type of the app in its project, and PropertyPrefix begins the names of the properties
	// that it declares. The API knows neither names without it.
	Declared       []string `json:"-"`
	PropertyPrefix string   `json:"-"`

	idProperty string              // the property with a record's id
	fromApp    bool                // the app added the type
	ofPortal   bool                // the properties are those of a portal's schema
	groups     []*Group            // of properties
	archived   map[string]Property // properties
}

// standardTypes returns the object types that every account has.
func standardTypes(options *Options) ([]*ObjectType, error) {
	var types []*ObjectType
	if err := json.Unmarshal(options.vendorSpelling(typesJSON), &types); err != nil {
		return nil, fmt.Errorf("cannot read the embedded object types: %w", err)
	}
	return types, nil
}

// vendorSpelling replaces the neutral prefix of the vendor's own property names. The name of the owner begins with the
// vendor's name instead.
func (o *Options) vendorSpelling(data []byte) []byte {
	return []byte(strings.NewReplacer(
		`"`+NeutralPrefix+`owner_id"`, `"`+o.vendorName()+`_owner_id"`,
		`"`+NeutralPrefix, `"`+o.PropertyPrefix,
	).Replace(string(data)))
}

// vendorName is the vendor's name as it begins names, such as "crm" in "crmDefined".
func (o *Options) vendorName() string {
	return strings.ToLower(strings.TrimSuffix(o.AssociationCategory, "_DEFINED"))
}

// complete sets defaults and adds the properties that every record has.
func (t *ObjectType) complete(prefix string) error {
	if t.Name == "" {
		return errors.New("invalid object type: the name is missing")
	}
	t.idProperty = prefix + "object_id"
	t.Singular = cmp.Or(t.Singular, t.Name)
	t.Created = cmp.Or(t.Created, "createdate")
	t.Modified = cmp.Or(t.Modified, prefix+"lastmodifieddate")
	properties := map[string]Property{
		t.idProperty: {Type: "number", ReadOnly: true},
		t.Created:    {Type: "datetime"},
		t.Modified:   {Type: "datetime", ReadOnly: true},
	}
	maps.Copy(properties, t.Properties)
	t.Properties, t.archived = properties, map[string]Property{}
	t.groups = []*Group{{Name: t.Singular + "information", Label: Label(t.Singular) + " information"}}
	for _, list := range [][]string{t.Defaults, t.Searchable, t.Required, t.RequiredOne} {
		for _, name := range list {
			if _, ok := properties[name]; !ok {
				return fmt.Errorf("invalid object type %q: it has no property %q", t.Name, name)
			}
		}
	}
	return nil
}

// Missing returns the properties that a new record with the values lacks.
func (t *ObjectType) Missing(values map[string]*string) []string {
	isSet := func(name string) bool { return values[name] != nil }
	if missing := slices.DeleteFunc(slices.Clone(t.Required), isSet); len(missing) > 0 {
		return missing
	}
	if slices.ContainsFunc(t.RequiredOne, isSet) {
		return nil
	}
	return t.RequiredOne
}

// SetPipeline adds the default pipeline to the values of a new record that have none.
func (t *ObjectType) SetPipeline(values map[string]*string) {
	options := t.Properties[t.Pipeline].Options
	if values[t.Pipeline] != nil || len(options) == 0 {
		return
	}
	values[t.Pipeline] = &options[0]
	if slices.Contains(options, t.DefaultPipeline) {
		values[t.Pipeline] = &t.DefaultPipeline
	}
}

// IsFromApp reports whether the app added the object type.
func (t *ObjectType) IsFromApp() bool { return t.fromApp }

// EnrolledName is the type's name in workflows and messages: "CONTACT".
func (t *ObjectType) EnrolledName() string {
	if t.PropertyPrefix != "" {
		return t.Name
	}
	return strings.ToUpper(t.Singular)
}

// DeclaredName is the name of a type of the app in its project, or the name of another type.
func (t *ObjectType) DeclaredName() string {
	if len(t.Declared) > 0 {
		return t.Declared[0]
	}
	return t.Name
}

// PropertyNamed returns the account's name of a property that may be named as the app declares it.
func (t *ObjectType) PropertyNamed(name string) string {
	if prefixed := t.PropertyPrefix + name; !t.has(name) && t.has(prefixed) {
		return prefixed
	}
	return name
}

// IsID reports whether the property is that of a record's id, the default.
func (t *ObjectType) IsID(property string) bool { return property == "" || property == t.idProperty }

// always returns the properties that every read includes.
func (t *ObjectType) always() []string { return []string{t.idProperty, t.Created, t.Modified} }
