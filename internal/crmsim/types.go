// This file holds what the CRM knows of object types and their properties.

package crmsim

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// neutralPrefix is what stands before the vendor's own property names in the embedded data.
const neutralPrefix = "crm_"

//go:embed types.json
var typesJSON []byte

// ObjectType is one kind of record.
type ObjectType struct {
	Name     string `json:"name"`     // of paths: "contacts"
	Singular string `json:"singular"` // "contact"
	ID       string `json:"id"`       // the platform's id of the type: "0-1"
	// Aliases are other names that paths may use.
	Aliases    []string            `json:"aliases"`
	Properties map[string]Property `json:"properties"`
	// Defaults are the properties that an answer has when a request names none.
	Defaults []string `json:"defaults"`
	// Searchable are the properties that the query of a search looks into.
	Searchable []string `json:"searchable"`
	// Required are the properties that a new record must have.
	Required []string `json:"required"`
	// Created and Modified are the properties that carry a record's times.
	Created  string `json:"created"`
	Modified string `json:"modified"`

	objectID string              // the property that carries a record's id
	own      bool                // the app brought the type along
	groups   []*propertyGroup    // of properties
	binned   map[string]Property // the archived ones
}

// Property is one property of an object type.
type Property struct {
	Type string `json:"type"` // string, number, bool, enumeration, date, datetime
	// Options are the values of an enumeration; any value is taken when there are none.
	Options []string `json:"options"`
	// Multiple says that several options may be given, with semicolons between them.
	Multiple bool `json:"multiple"`
	ReadOnly bool `json:"readOnly"`
	Unique   bool `json:"unique"`

	defined *definition // of a property that the account added; nil for others
}

// standardTypes are the object types that every account has.
func standardTypes(prefix string) ([]*ObjectType, error) {
	var types []*ObjectType
	if err := json.Unmarshal(vendorSpelling(typesJSON, prefix), &types); err != nil {
		return nil, fmt.Errorf("the embedded object types cannot be read: %w", err)
	}
	return types, nil
}

// vendorSpelling writes the vendor's own property names with its prefix.
func vendorSpelling(data []byte, prefix string) []byte {
	if prefix == neutralPrefix {
		return data
	}
	return []byte(strings.ReplaceAll(string(data), `"`+neutralPrefix, `"`+prefix))
}

// complete adds the properties that every record has.
func (t *ObjectType) complete(prefix string) error {
	if t.Name == "" {
		return fmt.Errorf("an object type has no name")
	}
	t.objectID = prefix + "object_id"
	if t.Created == "" {
		t.Created = "createdate"
	}
	if t.Modified == "" {
		t.Modified = prefix + "lastmodifieddate"
	}
	properties := map[string]Property{
		t.objectID: {Type: "number", ReadOnly: true},
		t.Created:  {Type: "datetime"},
		t.Modified: {Type: "datetime", ReadOnly: true},
	}
	for name, property := range t.Properties {
		properties[name] = property
	}
	t.Properties, t.binned = properties, map[string]Property{}
	t.groups = []*propertyGroup{{Name: t.singular() + "information", Label: label(t.singular()) + " information"}}
	for _, list := range [][]string{t.Defaults, t.Searchable, t.Required} {
		for _, name := range list {
			if _, ok := properties[name]; !ok {
				return fmt.Errorf("object type %q names a property %q that it does not have", t.Name, name)
			}
		}
	}
	return nil
}

// always are the properties that every answer has.
func (t *ObjectType) always() []string { return []string{t.objectID, t.Created, t.Modified} }

// typeCalled finds an object type by any of its names; nil when there is none.
func (s *Sim) typeCalled(name string) *ObjectType {
	for _, kind := range s.types {
		names := append([]string{kind.Name, kind.Singular, kind.ID}, kind.Aliases...)
		if slices.ContainsFunc(names, func(n string) bool { return n != "" && strings.EqualFold(n, name) }) {
			return kind
		}
	}
	return nil
}
