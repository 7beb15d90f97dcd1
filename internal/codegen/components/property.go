package components

import (
	"cmp"
	"encoding/json"
	"strconv"

	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/manifest"
)

// Property is a property of an app object or event.
type Property struct {
	Name               string            `json:"name"`
	Label              string            `json:"label"`
	Description        string            `json:"description,omitempty"`
	Type               string            `json:"type"`
	FieldType          string            `json:"fieldType,omitempty"`
	GroupName          string            `json:"groupName,omitempty"`
	HasUniqueValue     bool              `json:"hasUniqueValue,omitempty"`
	ReadOnlyValue      bool              `json:"readOnlyValue,omitempty"`
	FormField          *bool             `json:"formField,omitempty"`
	CalculationFormula string            `json:"calculationFormula,omitempty"`
	Default            json.RawMessage   `json:"default,omitempty"`
	Required           bool              `json:"required,omitempty"` // of events; objects have a list
	Options            []manifest.Option `json:"options,omitempty"`
}

func objectProperties(p *codegen.Pass, subject codegen.Subject, declared []manifest.Property) []Property {
	list := []Property{}
	for i := range declared {
		d := &declared[i]
		one := Property{
			Name:               d.Name,
			Label:              cmp.Or(d.Label, d.Name),
			Description:        d.Description,
			Type:               d.CRMType,
			FieldType:          d.FieldType,
			GroupName:          d.GroupName,
			HasUniqueValue:     d.HasUniqueValue,
			ReadOnlyValue:      d.ReadOnlyValue,
			FormField:          d.FormField,
			CalculationFormula: d.CalculationFormula,
			Default:            d.Default,
			Options:            choices(d, d.CRMType),
		}
		if len(d.Default) > 0 && p.Profile.ProjectFormat().Omits("app-object.default") {
			one.Default = nil
			leftOut(p, subject, "properties."+d.Name+".default", "default of the property "+strconv.Quote(d.Name))
		}
		list = append(list, one)
	}
	return list
}

// eventProperties converts the properties of an event. Some vendors support only name, label, type and options.
func eventProperties(p *codegen.Pass, subject codegen.Subject, declared []manifest.Property) []Property {
	format := p.Profile.ProjectFormat()
	list := []Property{}
	for i := range declared {
		d := &declared[i]
		kind := format.EventType(d.CRMType)
		one := Property{Name: d.Name, Label: cmp.Or(d.Label, d.Name), Type: kind, Options: choices(d, kind)}
		if format.Omits("app-event.property") {
			leaveOutOfEvent(p, subject, d)
		} else {
			one.Description, one.FieldType, one.GroupName = d.Description, d.FieldType, d.GroupName
			one.Default, one.Required = d.Default, d.Required
		}
		list = append(list, one)
	}
	return list
}

// UsualControls are the default controls of the types (defaultCrmFieldType in sdk/src/declare/field-type.ts).
var UsualControls = map[string]string{
	"string": "text", "number": "number", "bool": "booleancheckbox",
	"enumeration": "select", "datetime": "date", "json": "textarea",
}

// leaveOutOfEvent reports the members of an event's property that the vendor does not support.
func leaveOutOfEvent(p *codegen.Pass, subject codegen.Subject, d *manifest.Property) {
	for _, one := range []struct {
		member   string
		declared bool
	}{
		{"description", d.Description != ""},
		{"fieldType", d.FieldType != UsualControls[d.Type]},
		{"groupName", d.GroupName != ""},
		{"default", len(d.Default) > 0},
		{"required", d.Required},
	} {
		if one.declared {
			leftOut(p, subject, "properties."+d.Name+"."+one.member,
				"member "+one.member+" of the property "+strconv.Quote(d.Name))
		}
	}
}

// choices returns the declared options. The platform requires the two options of a boolean that is shown as a checkbox
// or an enumeration.
func choices(d *manifest.Property, kind string) []manifest.Option {
	if len(d.Options) == 0 && d.CRMType == "bool" && (d.FieldType == "booleancheckbox" || kind == "enumeration") {
		return []manifest.Option{{Value: "true", Label: "Yes"}, {Value: "false", Label: "No"}}
	}
	return d.Options
}
