package account

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/crmsim/api"
)

// Property is one property of an object type.
type Property struct {
	Type string `json:"type"` // string, number, bool, enumeration, date, datetime
	// Options are the values of an enumeration. An enumeration without options accepts any value.
	Options []string `json:"options"`
	// Multiple allows several options, separated by semicolons.
	Multiple bool `json:"multiple"`
	ReadOnly bool `json:"readOnly"`
	Unique   bool `json:"unique"`
	// Owner marks an enumeration whose values are owners' ids.
	Owner bool `json:"owner"`
	// Definition is the definition of a property that the account added; nil for other properties.
	Definition *Definition `json:"-"`

	// ofPortal marks a property that the portal of a schema added, as far as its name tells.
	ofPortal bool
}

// maxText is the greatest number of characters of a text, from the platform's documentation.
const maxText = 65_536

// forwardOnly is the property whose value moves to later stages only, until it is cleared.
const forwardOnly = "lifecyclestage"

// lifecycle are the stages of every account in their order. The schema of a portal has no order, so stages that it
// added move in both directions.
var lifecycle = []string{
	"subscriber", "lead", "marketingqualifiedlead", "salesqualifiedlead", "opportunity", "customer", "evangelist", "other",
}

// movesBack reports whether a lifecycle stage is before another one.
func movesBack(former, value string) bool {
	from, to := slices.Index(lifecycle, former), slices.Index(lifecycle, value)
	return from > to && to >= 0
}

// written returns what a property has after a write of a valid value. A leading semicolon adds options to the former
// ones. The platform ignores an earlier lifecycle stage.
func (p Property) written(name, former, value string) string {
	if name == forwardOnly && movesBack(former, value) {
		return former
	}
	added, adds := strings.CutPrefix(value, ";")
	if !p.Multiple || !adds {
		return value
	}
	options := strings.FieldsFunc(former, func(r rune) bool { return r == ';' })
	for option := range strings.SplitSeq(added, ";") {
		if option != "" && !slices.Contains(options, option) {
			options = append(options, option)
		}
	}
	return strings.Join(options, ";")
}

// OwnerIDs are the ids of the owners of every account.
var OwnerIDs = []string{"71", "72"}

// checkOwner rejects a value that is not the id of an owner. The owners of a portal whose schema is read are unknown.
//
// The platform answers so: https://developers.hubspot.com/docs/guides/api/crm/owners says that ids of users are errors.
func (p Property) checkOwner(text string, known bool) *issue {
	if !p.Owner {
		return nil
	}
	if _, err := strconv.ParseInt(text, 10, 32); err != nil {
		return newIssue("INVALID_INTEGER", "%s was not a valid integer (for owner ID).", text)
	}
	if known && !slices.Contains(OwnerIDs, text) {
		return newIssue("INVALID_OWNER_ID", "%s was not a valid owner ID", text)
	}
	return nil
}

// FieldType returns the form input of the property: the first that fits its type, unless the account defined one.
func (p Property) FieldType() string {
	switch {
	case p.Definition != nil:
		return *p.Definition.FieldType
	case p.Multiple:
		return "checkbox"
	}
	return cmp.Or(append(fieldTypes[p.Type], "text")...)
}

// IsOrdered reports whether values compare as numbers or times.
func (p Property) IsOrdered() bool {
	return p.Type == "number" || p.Type == "date" || p.Type == "datetime"
}

// Number returns the value of an ordered property as a number.
func (p Property) Number(text string) (float64, bool) {
	switch p.Type {
	case "number":
		n, err := strconv.ParseFloat(text, 64)
		return n, err == nil
	case "date", "datetime":
		at, ok := api.ParseTime(text)
		return float64(at.UnixMilli()), ok
	}
	return 0, false
}

// Compare orders two values of the property. Text compares without regard to case, options exactly.
func (p Property) Compare(a, b string) int {
	if x, ok := p.Number(a); ok {
		if y, ok := p.Number(b); ok {
			return cmp.Compare(x, y)
		}
	}
	return cmp.Compare(p.Folded(a), p.Folded(b))
}

// Folded returns a value as filters compare it: text in lower case, options as they are.
func (p Property) Folded(text string) string {
	if p.Type == "enumeration" {
		return text
	}
	return strings.ToLower(text)
}

// IsListed reports whether an entry of a filter's list is the value. The index has text in lower case, and the
// platform does not convert the entries of lists, unlike other values of filters.
func (p Property) IsListed(value, entry string) bool {
	if p.Type == "string" {
		return p.Folded(value) == entry
	}
	return p.Compare(value, entry) == 0
}

// Label returns a name as people read it: "Closed date" for "closed_date".
func Label(name string) string {
	words := strings.ReplaceAll(name, "_", " ")
	if words == "" {
		return ""
	}
	return strings.ToUpper(words[:1]) + words[1:]
}

// Group is a group of properties. The first group of an object type is the platform's own.
type Group struct {
	Name         string `json:"name"`
	Label        string `json:"label"`
	DisplayOrder int    `json:"displayOrder"`
	Archived     bool   `json:"archived"`
}

// Groups returns the groups in the order in which they were added.
func (t *ObjectType) Groups() []*Group { return t.groups }

// group returns the group with the name, or nil.
func (t *ObjectType) group(name string) *Group {
	at := slices.IndexFunc(t.groups, func(g *Group) bool { return g.Name == name })
	if at < 0 {
		return nil
	}
	return t.groups[at]
}

// Group returns the group with the name.
func (t *ObjectType) Group(name string) (*Group, *api.Error) {
	if group := t.group(name); group != nil {
		return group, nil
	}
	return nil, api.NotFound("The property group %q does not exist", name)
}

// AddGroup adds a group of the account.
func (t *ObjectType) AddGroup(name string) (*Group, *api.Error) {
	switch {
	case !validName().MatchString(name):
		return nil, api.Invalid(
			"Property group name %q is not valid: it begins with a letter, and has small letters, digits and underscores only",
			name,
		)
	case t.group(name) != nil:
		return nil, api.Conflict("A property group named '%s' already exists.", name)
	}
	group := &Group{Name: name, DisplayOrder: -1}
	t.groups = append(t.groups, group)
	return group, nil
}

// RemoveGroup removes a group without properties.
func (t *ObjectType) RemoveGroup(group *Group) *api.Error {
	if group == t.groups[0] {
		return api.Invalid("The property group %q cannot be archived: it is not one of the account's own", group.Name)
	}
	for name, p := range t.Properties {
		if p.Definition != nil && *p.Definition.GroupName == group.Name {
			return api.Invalid("The property group %q cannot be archived: property %q is in it", group.Name, name)
		}
	}
	t.groups = slices.DeleteFunc(t.groups, func(g *Group) bool { return g == group })
	return nil
}
