// This file shows properties as the API does, those of the platform too.

package crmsim

import (
	"cmp"
	"strings"
)

// viewProperty is the definition of a property.
func (c *call) viewProperty(kind *ObjectType, name string, p Property) any {
	view := map[string]any{
		"name": name, "type": p.Type, "fieldType": p.fieldType(), "label": label(name), "description": "",
		"groupName": kind.groups[0].Name, "options": p.options(), "displayOrder": -1,
		"calculated": p.fieldType() == "calculation_equation", "externalOptions": false, "hasUniqueValue": p.Unique,
		"hidden": false, "formField": !p.ReadOnly, "archived": false, "dataSensitivity": "non_sensitive",
		c.vendor() + "Defined": p.defined == nil && !kind.own,
		"modificationMetadata": map[string]any{
			"archivable": p.defined != nil, "readOnlyDefinition": p.defined == nil, "readOnlyOptions": p.defined == nil, "readOnlyValue": p.ReadOnly,
		},
	}
	if p.defined != nil {
		p.defined.show(view)
	}
	return view
}

// show puts what the account said of the property over what holds for all of them.
func (d *definition) show(view map[string]any) {
	put(view, "label", d.Label)
	put(view, "fieldType", d.FieldType)
	put(view, "groupName", d.GroupName)
	put(view, "description", d.Description)
	put(view, "calculationFormula", d.CalculationFormula)
	put(view, "options", d.Options)
	put(view, "displayOrder", d.DisplayOrder)
	put(view, "formField", d.FormField)
	put(view, "hidden", d.Hidden)
	view["createdAt"], view["updatedAt"] = stamp(d.created), stamp(d.updated)
	if !d.archivedAt.IsZero() {
		view["archived"], view["archivedAt"] = true, stamp(d.archivedAt)
	}
}

func put[T any](view map[string]any, name string, value *T) {
	if value != nil {
		view[name] = *value
	}
}

// fieldType is how forms ask for the property: the first that fits its type, unless the account said otherwise.
func (p Property) fieldType() string {
	switch {
	case p.defined != nil:
		return *p.defined.FieldType
	case p.Multiple:
		return "checkbox"
	}
	return cmp.Or(append(fieldTypes[p.Type], "text")...)
}

func (p Property) options() []propertyOption {
	options := []propertyOption{}
	for i, value := range p.Options {
		options = append(options, propertyOption{Label: label(value), Value: value, DisplayOrder: i})
	}
	return options
}

// label is a name as people read it: "closed_date" is "Closed date".
func label(name string) string {
	words := strings.ReplaceAll(name, "_", " ")
	if words == "" {
		return ""
	}
	return strings.ToUpper(words[:1]) + words[1:]
}

// vendor is what the vendor calls itself in names of members, as its category of associations has it: "crm".
func (s *Sim) vendor() string {
	return strings.ToLower(strings.TrimSuffix(s.options.AssociationCategory, "_DEFINED"))
}
