package rules

import "github.com/appsvc/svc/internal/declared"

// option is one member of the options object of a declaration, or of an object inside it.
type option struct {
	name     string
	required bool
	form     form
	members  []option      // of an object: what it takes; nil when another rule looks inside
	each     []option      // of a list: what each of its objects takes
	made     declared.Kind // of formDeclarations: what the elements are
	secret   bool          // a wrong value may be a secret: messages do not show it
}

// form says which values an option takes.
type form uint8

const (
	formText         form = iota // a string
	formFullText                 // a string that is not empty
	formFlag                     // true or false
	formNumber                   // a finite number
	formFunction                 // a function
	formObject                   // an object
	formList                     // an array
	formTextList                 // an array of strings that are not empty
	formObjectType               // a string that is not empty, or an app object
	formObjectTypes              // an array of those
	formTextOrList               // a string or an array of strings, none of them empty
	formPositive                 // a number that is positive and finite
	formCount                    // a whole number, one or more
	formAmount                   // a whole number, zero or more
	formTextOrObject             // a string that is not empty, or an object
	formOffOrObject              // false, or an object
	formDeclarations             // an array of what a function of the SDK made
	formOwnRule                  // a rule of its own looks at the value
)

var toolOptions = []option{
	{name: "label", required: true, form: formFullText},
	{name: "description", form: formText},
	{name: "objectType", required: true, form: formFullText},
	{name: "input", form: formObject},
	{name: "output", form: formObject},
	{name: "agent", form: formObject, members: []option{
		{name: "description", required: true, form: formFullText},
		{name: "expose", required: true, form: formTextList},
	}},
	{name: "billing", form: formObject, members: billingBlockOptions},
	{name: "handler", required: true, form: formFunction},
}

var cardBackendOptions = []option{
	{name: "label", form: formFullText},
	{name: "objectTypes", form: formObjectTypes},
	{name: "input", form: formObject},
	{name: "output", form: formObject},
	{name: "billing", form: formObject, members: billingBlockOptions},
	{name: "handler", required: true, form: formFunction},
}

var triggerOptions = []option{
	{name: "label", form: formFullText},
	{name: "eventType", required: true, form: formFullText},
	{name: "dedup", form: formOwnRule},
	{name: "billing", form: formObject, members: billingBlockOptions},
	{name: "handler", required: true, form: formFunction},
}

var syncOptions = []option{
	{name: "label", form: formFullText},
	{name: "schedule", required: true, form: formFullText},
	{name: "into", form: formObjectType},
	{name: "idProperty", form: formFullText},
	{name: "schema", form: formObject},
	{name: "manageSchema", form: formOwnRule},
	{name: "billing", form: formObject, members: billingBlockOptions},
	{name: "handler", required: true, form: formFunction},
}

// sourceSyncOptions are those of a sync that was given a source: it needs no handler, and may have an id of its own.
var sourceSyncOptions = []option{
	{name: "id", form: formFullText},
	{name: "label", form: formFullText},
	{name: "schedule", required: true, form: formFullText},
	{name: "into", form: formObjectType},
	{name: "idProperty", form: formFullText},
	{name: "schema", form: formObject},
	{name: "manageSchema", form: formOwnRule},
	{name: "billing", form: formObject, members: billingBlockOptions},
	{name: "handler", form: formFunction},
}

var pullSourceOptions = []option{
	{name: "name", required: true, form: formFullText},
	{name: "auth", form: formObject, secret: true},
	{name: "fetch", required: true, form: formFunction},
}

var pushSourceOptions = []option{
	{name: "name", required: true, form: formFullText},
	{name: "auth", form: formObject, secret: true},
	{name: "receive", required: true, form: formFunction},
}

var appObjectOptions = []option{
	{name: "name", required: true, form: formFullText},
	{name: "label", required: true, form: formFullText},
	{name: "singularForm", required: true, form: formFullText},
	{name: "pluralForm", required: true, form: formFullText},
	{name: "primaryDisplayLabelPropertyName", required: true, form: formFullText},
	{name: "properties", required: true, form: formObject},
	{name: "uid", form: formFullText},
	{name: "description", form: formText},
	{name: "appPrefix", form: formFullText},
	{name: "settings", form: formObject, members: []option{
		{name: "hasRecordPage", form: formFlag},
		{name: "allowsUserCreatedRecords", form: formFlag},
		{name: "hasEngagements", form: formFlag},
	}},
	{name: "requiredProperties", form: formTextList},
	{name: "searchableProperties", form: formTextList},
	{name: "propertyGroups", form: formList, each: []option{
		{name: "name", required: true, form: formFullText},
		{name: "label", required: true, form: formFullText},
	}},
	{name: "defaultCreateFormFields", form: formList, each: []option{
		{name: "propertyName", required: true, form: formFullText},
		{name: "isRequired", form: formFlag},
		{name: "isRemovable", form: formFlag},
	}},
	{name: "secondaryDisplayLabelPropertyNames", form: formTextList},
}

var associationOptions = []option{
	{name: "fromObjectType", required: true, form: formFullText},
	{name: "toObjectType", required: true, form: formFullText},
	{name: "name", form: formFullText},
	{name: "label", form: formFullText},
	{name: "inverseLabel", form: formFullText},
	{name: "cardinality", form: formOwnRule},
	{name: "uid", form: formFullText},
}

var appEventOptions = []option{
	{name: "name", required: true, form: formFullText},
	{name: "label", required: true, form: formFullText},
	{name: "objectType", required: true, form: formFullText},
	{name: "properties", required: true, form: formObject},
	{name: "uid", form: formFullText},
	{name: "description", form: formText},
	{name: "supportsCustomObject", form: formFlag},
	{name: "headerTemplate", form: formText},
	{name: "detailTemplate", form: formText},
}

// optionsOf returns the options that a declaration takes; nil when the table does not hold its kind.
func optionsOf(d *declared.Declaration) []option {
	switch d.Kind {
	case declared.App:
		return appOptions
	case declared.Card:
		return cardOptions
	case declared.McpServer:
		return mcpServerOptions
	case declared.Tool:
		return toolOptions
	case declared.CardBackend:
		return cardBackendOptions
	case declared.Trigger:
		return triggerOptions
	case declared.Sync:
		if hasSource(d) {
			return sourceSyncOptions
		}
		return syncOptions
	case declared.Source:
		if d.Push {
			return pushSourceOptions
		}
		return pullSourceOptions
	case declared.AppObject:
		return appObjectOptions
	case declared.AppObjectAssociation:
		return associationOptions
	case declared.AppEvent:
		return appEventOptions
	}
	return nil
}

// hasSource reports whether a sync was given a source in place of an id.
func hasSource(d *declared.Declaration) bool {
	return d.Source != nil || len(d.Args) > 0 && d.Args[0].IsRef(declared.Source)
}

// optionsArgument returns the position of the options object among the arguments.
func optionsArgument(d *declared.Declaration) int {
	switch d.Kind {
	case declared.Source, declared.App, declared.Card:
		return 0
	}
	return 1
}

// misplacedOptions returns what stands where the options object belongs; nil when that is an object or nothing.
func misplacedOptions(d *declared.Declaration) *declared.Value {
	if at := optionsArgument(d); len(d.Args) > at && !d.Args[at].IsObject() && !d.Args[at].IsAbsent() {
		return d.Args[at]
	}
	return nil
}
