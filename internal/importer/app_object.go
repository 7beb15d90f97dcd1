package importer

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/appsvc/svc/internal/codegen/components"
	"github.com/appsvc/svc/internal/manifest"
)

// appObject is an app object with the names that others refer to it by.
type appObject struct {
	named
	uid, name string
}

// setUID adds the uid, unless it is the one that svc derives.
func (o *object) setUID(uid, derived string) {
	if uid != derived {
		o.set("uid", uid)
	}
}

func importObjects(r *run) error {
	for _, c := range r.of("app-object") {
		config, err := take[components.AppObjectConfig](r, c)
		if err != nil {
			return err
		}
		one := appObject{r.names.of("object", c.UID), c.UID, config.Name}
		r.config.objects = append(r.config.objects, one)
		r.config.add("objects", one.named)
		r.module(module{one.named, "objects", "appObject", r.objectOptions(c, one, &config), nil}, "")
	}
	return nil
}

func (r *run) objectOptions(c *component, one appObject, config *components.AppObjectConfig) object {
	label := cmp.Or(config.Label, config.SingularForm, config.Name, c.UID)
	o := object{{"name", config.Name}, {"label", label}}
	o.setUID(c.UID, manifest.DeriveUID(one.id))
	if config.Description != label {
		o.set("description", config.Description)
	}
	o.put("singularForm", cmp.Or(config.SingularForm, label))
	o.put("pluralForm", cmp.Or(config.PluralForm, label))
	o.set("appPrefix", config.AppPrefix)
	o.put("primaryDisplayLabelPropertyName", config.PrimaryDisplayLabelPropertyName)
	o.set("secondaryDisplayLabelPropertyNames", config.SecondaryDisplayLabelPropertyNames)
	o.put("properties", r.properties(c, config.Properties, exactTypes))
	o.set("requiredProperties", config.RequiredProperties)
	o.set("searchableProperties", config.SearchableProperties)
	o.set("propertyGroups", plainList(config.PropertyGroups))
	o.set("defaultCreateFormFields", plainList(config.DefaultCreateFormFields))
	var settings object
	for _, name := range slices.Sorted(maps.Keys(config.Settings)) {
		if flag := string(config.Settings[name]); flag == "true" || flag == "false" {
			settings.put(name, config.Settings[name])
		} else {
			r.note(Omitted, c, "config.settings."+name, "svc has settings that are true or false only")
		}
	}
	o.set("settings", settings)
	return o
}

// plainList returns plain data as object literals with the members in the order of the type.
func plainList[T any](list []T) []any {
	var all []any
	for _, one := range list {
		text, err := json.Marshal(one)
		if err != nil {
			panic("importer: " + err.Error()) // only plain data is passed
		}
		doc, err := parse("", text)
		if err != nil {
			panic("importer: " + err.Error())
		}
		var o object
		for _, key := range doc.root.order {
			o.put(key, doc.root.members[key].value)
		}
		all = append(all, o)
	}
	return all
}

// properties returns the properties of an object or event by name.
func (r *run) properties(c *component, list []components.Property, exact []string) object {
	o := object{}
	seen := map[string]bool{}
	for i, p := range list {
		path := fmt.Sprintf("config.properties[%d]", i)
		if seen[p.Name] {
			r.note(Omitted, c, path, fmt.Sprintf("an earlier property has the name %q", p.Name))
			continue
		}
		seen[p.Name] = true
		one := r.typeOptions(field{c, path, exact, p.Name, p.Type, p.FieldType, p.Options, false})
		if p.Label != p.Name {
			one.set("label", p.Label)
		}
		one.set("description", p.Description)
		one.set("groupName", p.GroupName)
		one.set("required", p.Required)
		one.set("hasUniqueValue", p.HasUniqueValue)
		one.set("readOnlyValue", p.ReadOnlyValue)
		if p.FormField != nil {
			one.put("formField", *p.FormField)
		}
		one.set("calculationFormula", p.CalculationFormula)
		if len(p.Default) > 0 {
			one.put("default", p.Default)
		}
		o.put(p.Name, one)
	}
	return o
}

func importAssociations(r *run) error {
	for _, c := range r.of("app-object-association") {
		config, err := take[components.AssociationConfig](r, c)
		if err != nil {
			return err
		}
		name := r.names.of("association", c.UID)
		cardinality, ok := components.CardinalityOf(config.FirstToSecondBaseLimit, config.SecondToFirstBaseLimit)
		if !ok {
			r.note(Omitted, c, "config.firstToSecondBaseLimit", fmt.Sprintf(
				"svc has no limits of %d and %d records; a side has one record or many",
				config.FirstToSecondBaseLimit, config.SecondToFirstBaseLimit))
		}
		var o object
		o.setUID(c.UID, manifest.DeriveUID(name.id))
		first, _ := r.objectType(config.FirstObjectType) // check reports an unknown one
		second, _ := r.objectType(config.SecondObjectType)
		o.put("fromObjectType", first)
		o.put("toObjectType", second)
		o.set("cardinality", cardinality)
		o.set("name", config.Name)
		o.set("label", config.Label)
		o.set("inverseLabel", config.InverseLabel)
		r.config.add("objectAssociations", name)
		r.module(module{name, "associations", "appObjectAssociation", o, nil}, "")
	}
	return nil
}

func importEvents(r *run) error {
	format := r.Profile.ProjectFormat()
	var exact []string // the types that svc writes for the properties of events
	for _, one := range exactTypes {
		exact = append(exact, format.EventType(one))
	}
	for _, c := range r.of("app-event") {
		config, err := take[components.AppEventConfig](r, c)
		if err != nil {
			return err
		}
		name := r.names.of("event", c.UID)
		o := object{{"name", config.Name}, {"label", cmp.Or(config.Label, config.Name)}}
		o.setUID(c.UID, manifest.DeriveUID(name.id))
		o.set("description", config.Description)
		target, _ := r.objectType(config.ObjectType) // check reports an unknown one
		o.put("objectType", target)
		o.set("supportsCustomObject", config.SupportsCustomObject)
		o.set("headerTemplate", config.HeaderTemplate)
		o.set("detailTemplate", config.DetailTemplate)
		o.put("properties", r.properties(c, config.Properties, exact))
		r.config.add("events", name)
		r.module(module{name, "events", "appEvent", o, nil}, "")
	}
	return nil
}
