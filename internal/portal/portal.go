// Package portal defines the snapshot of a portal's schema, svc.portal.json: its object types, properties, association
// types and granted scopes. A snapshot has definitions only, never records, labels of options or secrets.
//
// The file is committed and reviewed, so its text depends on the schema alone: everything is sorted, and each property
// has one line. The package does no IO. Start at Snapshot, then Decode and Encode. Package portal/read fetches one.
package portal

import (
	"maps"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/platform"
)

// FileName is the file of the snapshot in an app's folder.
const FileName = "svc.portal.json"

// schemaVersion is the version of the file's form.
const schemaVersion = 1

// CustomObjects stands for all custom object types in Snapshot.Unread.
const CustomObjects = "custom objects"

// Snapshot is the schema of one portal. It is not changed after it has been decoded.
type Snapshot struct {
	// Portal is the id of the portal, in decimal.
	Portal string
	// Scopes are those that the portal granted to the token that read the schema; nil if they are unknown.
	Scopes []string
	// Unread are the object types that the token may not read.
	Unread []string
	// Objects are the object types by the name that paths of the API have: "contacts", or the name of a custom object.
	Objects map[string]*Object
	// Associations are the association types, sorted.
	Associations []Association
}

// Object is one object type.
type Object struct {
	// ID is the id of a custom object, such as "2-123"; "" for a type of the CRM.
	ID string `json:"id,omitempty"`
	// FullName is the full name of a custom object, such as "p123_car"; "" for a type of the CRM.
	FullName string `json:"fullName,omitempty"`
	// Required are the properties that a new record of a custom object needs.
	Required []string `json:"required,omitempty"`
	// Searchable are the properties that the query of a search looks into.
	Searchable []string            `json:"searchable,omitempty"`
	Properties map[string]Property `json:"properties"`
}

// Property is one property of an object type.
type Property struct {
	// Type is string, number, bool, enumeration, date, datetime, or another type of the platform.
	Type string `json:"type"`
	// Unique reports that no two records have the same value.
	Unique bool `json:"unique,omitempty"`
	// ReadOnly reports that the platform sets the value.
	ReadOnly bool `json:"readOnly,omitempty"`
	// Multiple allows several options, separated by semicolons.
	Multiple bool `json:"multiple,omitempty"`
	// Options are the values of an enumeration, sorted; nil if any value may be valid.
	Options []string `json:"options,omitempty"`
}

// Association is one direction of an association type between two object types.
type Association struct {
	From     string `json:"from"` // names of Objects
	To       string `json:"to"`
	Category string `json:"category"`
	ID       int    `json:"id"`
	Label    string `json:"label,omitempty"` // "" for the default type
}

// Find returns the object type with a name or id, and its name in Objects. It is nil for an unknown type. The snapshot
// may be nil.
func (s *Snapshot) Find(name string) (string, *Object) {
	if s == nil {
		return "", nil
	}
	if object := s.Objects[name]; object != nil {
		return name, object
	}
	if standard, ok := platform.StandardObjectType(name); ok {
		collection := platform.Plural(platform.ObjectTypeOfID(standard))
		return collection, s.Objects[collection]
	}
	for _, key := range slices.Sorted(maps.Keys(s.Objects)) {
		object := s.Objects[key]
		if strings.EqualFold(name, key) || object.ID != "" && name == object.ID ||
			object.FullName != "" && (strings.EqualFold(name, object.FullName) || strings.EqualFold(name, "p_"+key)) {
			return key, object
		}
	}
	return "", nil
}

// HasCustomObjects reports whether the custom object types are known.
func (s *Snapshot) HasCustomObjects() bool {
	return s != nil && !slices.Contains(s.Unread, CustomObjects)
}

// PropertyNames returns the names of an object type's properties, sorted.
func (o *Object) PropertyNames() []string { return slices.Sorted(maps.Keys(o.Properties)) }

// IsCustom reports whether the object type is the portal's own.
func (o *Object) IsCustom() bool { return o.ID != "" }

// Values splits the text of a value into the options that it names.
func (p Property) Values(text string) []string {
	if !p.Multiple {
		return []string{text}
	}
	return strings.FieldsFunc(text, func(r rune) bool { return r == ';' })
}
