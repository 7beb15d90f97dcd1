package account

import (
	"slices"

	"github.com/appsvc/svc/internal/crmsim/api"
)

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
