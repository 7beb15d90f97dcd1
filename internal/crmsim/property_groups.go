// This file answers for the groups that properties are shown in.

package crmsim

import (
	"net/http"
	"slices"
)

// propertyGroup is one group; the first of an object type is the platform's own.
type propertyGroup struct {
	Name         string `json:"name"`
	Label        string `json:"label"`
	DisplayOrder int    `json:"displayOrder"`
	Archived     bool   `json:"archived"`
}

// group finds a group; nil when there is none.
func (t *ObjectType) group(name string) *propertyGroup {
	at := slices.IndexFunc(t.groups, func(g *propertyGroup) bool { return g.Name == name })
	if at < 0 {
		return nil
	}
	return t.groups[at]
}

// groupInput is the body of a create or an update of a group.
type groupInput struct {
	Name         string  `json:"name"`
	Label        *string `json:"label"`
	DisplayOrder *int    `json:"displayOrder"`
}

func (c *call) listGroups() (int, any, *apiError) {
	kind, _, err := c.objects()
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, map[string]any{"results": kind.groups}, nil
}

func (c *call) createGroup() (int, any, *apiError) {
	kind, _, err := c.objects()
	if err != nil {
		return 0, nil, err
	}
	var in groupInput
	if err := c.decode(&in); err != nil {
		return 0, nil, err
	}
	switch {
	case in.Name == "" || in.Label == nil || *in.Label == "":
		return 0, nil, unset("name", "label")
	case !propertyName.MatchString(in.Name):
		return 0, nil, invalid(
			"Property group name %q is not valid: it begins with a letter, and has small letters, digits and underscores only",
			in.Name,
		)
	case kind.group(in.Name) != nil:
		return 0, nil, taken("A property group named '%s' already exists.", in.Name)
	}
	group := &propertyGroup{Name: in.Name, DisplayOrder: -1}
	in.apply(group)
	kind.groups = append(kind.groups, group)
	return http.StatusCreated, group, nil
}

func (in groupInput) apply(group *propertyGroup) {
	if in.Label != nil {
		group.Label = *in.Label
	}
	if in.DisplayOrder != nil {
		group.DisplayOrder = *in.DisplayOrder
	}
}

// pathGroup is the group that the path names.
func (c *call) pathGroup() (*ObjectType, *propertyGroup, *apiError) {
	kind, _, err := c.objects()
	if err != nil {
		return nil, nil, err
	}
	group := kind.group(c.params["group"])
	if group == nil {
		return nil, nil, absent("The property group %q does not exist", c.params["group"])
	}
	return kind, group, nil
}

func (c *call) getGroup() (int, any, *apiError) {
	_, group, err := c.pathGroup()
	return http.StatusOK, group, err
}

func (c *call) updateGroup() (int, any, *apiError) {
	_, group, err := c.pathGroup()
	if err != nil {
		return 0, nil, err
	}
	var in groupInput
	if err := c.decode(&in); err != nil {
		return 0, nil, err
	}
	in.apply(group)
	return http.StatusOK, group, nil
}

// archiveGroup takes a group away that has no properties.
func (c *call) archiveGroup() (int, any, *apiError) {
	kind, group, err := c.pathGroup()
	if err != nil {
		return 0, nil, err
	}
	if group == kind.groups[0] {
		return 0, nil, invalid("The property group %q cannot be archived: it is not one of the account's own", group.Name)
	}
	for name, p := range kind.Properties {
		if p.defined != nil && *p.defined.GroupName == group.Name {
			return 0, nil, invalid("The property group %q cannot be archived: property %q is in it", group.Name, name)
		}
	}
	kind.groups = slices.DeleteFunc(kind.groups, func(g *propertyGroup) bool { return g == group })
	return http.StatusNoContent, nil, nil
}
