package components

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/manifest"
)

// AppObjectConfig is the configuration of an app object.
type AppObjectConfig struct {
	Name                               string                     `json:"name"`
	Label                              string                     `json:"label,omitempty"`
	Description                        string                     `json:"description"`
	AppPrefix                          string                     `json:"appPrefix,omitempty"`
	SingularForm                       string                     `json:"singularForm"`
	PluralForm                         string                     `json:"pluralForm"`
	PrimaryDisplayLabelPropertyName    string                     `json:"primaryDisplayLabelPropertyName"`
	SecondaryDisplayLabelPropertyNames []string                   `json:"secondaryDisplayLabelPropertyNames"`
	Properties                         []Property                 `json:"properties"`
	PropertyGroups                     []manifest.PropertyGroup   `json:"propertyGroups,omitempty"`
	RequiredProperties                 []string                   `json:"requiredProperties,omitempty"`
	SearchableProperties               []string                   `json:"searchableProperties,omitempty"`
	DefaultCreateFormFields            []manifest.CreateFormField `json:"defaultCreateFormFields,omitempty"`
	Settings                           map[string]json.RawMessage `json:"settings"`
}

// AppObjectScopes are the scopes for records of app objects.
var AppObjectScopes = []string{"crm.objects.custom.read", "crm.objects.custom.write"}

func appObjects(p *codegen.Pass) {
	objects := p.Project.App.Objects
	requested := func(scope string) bool { return requests(p, scope) }
	if len(objects) > 0 && !slices.ContainsFunc(AppObjectScopes, requested) {
		need(p, "component-scope", codegen.Subject{Kind: "appObject", ID: objects[0].ID}, "an app object", AppObjectScopes...)
	}
	for i := range objects {
		subject := codegen.Subject{Kind: "appObject", ID: objects[i].ID}
		p.Emit(codegen.Part{
			UID: objects[i].UID, File: p.Stem(objects[i].ID), Subject: subject, Config: appObject(p, subject, &objects[i]),
		})
	}
}

func appObject(p *codegen.Pass, subject codegen.Subject, o *manifest.AppObject) AppObjectConfig {
	config := AppObjectConfig{
		Name:                               o.Name,
		Label:                              o.Label,
		Description:                        cmp.Or(o.Description, o.Label),
		AppPrefix:                          o.AppPrefix,
		SingularForm:                       o.SingularForm,
		PluralForm:                         o.PluralForm,
		PrimaryDisplayLabelPropertyName:    o.PrimaryDisplayLabelPropertyName,
		SecondaryDisplayLabelPropertyNames: o.SecondaryDisplayLabelPropertyNames,
		Properties:                         objectProperties(p, subject, o.Properties),
		PropertyGroups:                     o.PropertyGroups,
		RequiredProperties:                 requiredProperties(o),
		SearchableProperties:               o.SearchableProperties,
		DefaultCreateFormFields:            o.DefaultCreateFormFields,
		Settings:                           settings(o.Settings),
	}
	format := p.Profile.ProjectFormat()
	if format.Omits("app-object.label") {
		if config.Label = ""; o.Label != o.SingularForm && o.Label != o.PluralForm {
			leftOut(p, subject, "label", "label "+strconv.Quote(o.Label))
		}
	}
	if format.Omits("app-object.requiredProperties") {
		for _, name := range config.RequiredProperties {
			if !requiredOnForm(o, name) {
				leftOut(p, subject, "requiredProperties", "entry "+strconv.Quote(name)+" in requiredProperties")
			}
		}
		config.RequiredProperties = nil
	}
	if format.Omits("app-object.searchableProperties") {
		for _, name := range config.SearchableProperties {
			leftOut(p, subject, "searchableProperties", "entry "+strconv.Quote(name)+" in searchableProperties")
		}
		config.SearchableProperties = nil
	}
	return config
}

// requiredProperties returns the listed properties and those with required: true.
func requiredProperties(o *manifest.AppObject) []string {
	names := slices.Clone(o.RequiredProperties)
	for _, one := range o.Properties {
		if one.Required && !slices.Contains(names, one.Name) {
			names = append(names, one.Name)
		}
	}
	return names
}

// requiredOnForm reports whether the form that creates a record requires the property.
func requiredOnForm(o *manifest.AppObject, name string) bool {
	return slices.ContainsFunc(o.DefaultCreateFormFields, func(field manifest.CreateFormField) bool {
		return field.PropertyName == name && field.IsRequired != nil && *field.IsRequired
	})
}

// settings returns the declared settings over the defaults. hasEngagements is false by default, because it cannot be
// turned off again.
func settings(declared map[string]json.RawMessage) map[string]json.RawMessage {
	all := map[string]json.RawMessage{
		"hasRecordPage":            json.RawMessage("true"),
		"allowsUserCreatedRecords": json.RawMessage("true"),
		"hasEngagements":           json.RawMessage("false"),
	}
	maps.Copy(all, declared)
	return all
}
