package host

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/manifest"
)

// propertyTypes maps the declared types of properties to those of the CRM.
var propertyTypes = map[string]string{
	"string": "string", "number": "number", "bool": "bool", "boolean": "bool", "enumeration": "enumeration",
	"datetime": "datetime", "date": "date", "json": "string",
}

// AppObjectTypes returns the object types that the app declares, without malformed parts.
func AppObjectTypes(app *declared.Declaration) []crmsim.ObjectType {
	if app == nil {
		return nil
	}
	var types []crmsim.ObjectType
	for i, item := range app.Options.Get("objects").Items {
		if !item.IsRef(declared.AppObject) || item.Ref.ID == "" {
			continue
		}
		types = append(types, appObjectType(item.Ref, i))
	}
	return types
}

func appObjectType(d *declared.Declaration, index int) crmsim.ObjectType {
	t := crmsim.ObjectType{
		// The platform numbers the types of an account from 2-1.
		ID: fmt.Sprintf("2-%d", index+1), Declared: []string{d.ID, appUID(d)},
		PropertyPrefix: fmt.Sprintf("a%d_", DefaultAppID), Properties: map[string]crmsim.Property{},
	}
	t.Name = t.PropertyPrefix + cmp.Or(d.Options.Get("name").Text, appUID(d))
	for name, property := range appProperties(d) {
		t.Properties[t.PropertyPrefix+name] = property
	}
	known := func(list *declared.Value) []string {
		var names []string
		for _, item := range list.Items {
			name := t.PropertyPrefix + item.Text
			if _, ok := t.Properties[name]; ok && item.IsString() && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		return names
	}
	t.Required, t.Searchable = known(d.Options.Get("requiredProperties")), known(d.Options.Get("searchableProperties"))
	if primary := d.Options.Get("primaryDisplayLabelPropertyName").Text; primary != "" {
		if _, ok := t.Properties[t.PropertyPrefix+primary]; ok {
			t.Defaults = []string{t.PropertyPrefix + primary}
		}
	}
	return t
}

// appUID returns the name that the account has for an object or an event of the app.
func appUID(d *declared.Declaration) string {
	if uid := d.Options.Get("uid"); uid.IsString() {
		return uid.Text
	}
	return manifest.DeriveUID(d.ID)
}

// appProperties returns the properties of an object or an event of the app, by their names in the CRM.
func appProperties(d *declared.Declaration) map[string]crmsim.Property {
	properties := map[string]crmsim.Property{}
	for _, member := range d.Options.Get("properties").Members {
		name := member.Name
		if own := member.Value.Get("name"); own.IsString() {
			name = own.Text
		}
		properties[name] = appProperty(member.Value)
	}
	return properties
}

func appProperty(v *declared.Value) crmsim.Property {
	p := crmsim.Property{
		Type:     propertyTypes[v.Get("type").Text],
		Unique:   v.Get("hasUniqueValue").Bool,
		Multiple: v.Get("fieldType").Text == "checkbox",
	}
	if p.Type == "" {
		p.Type = "string"
	}
	for _, option := range v.Get("options").Items {
		if option.IsString() {
			p.Options = append(p.Options, option.Text)
		} else if value := option.Get("value"); value.IsString() {
			p.Options = append(p.Options, value.Text)
		}
	}
	return p
}
