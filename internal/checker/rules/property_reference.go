package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var propertyReference = &checker.Rule{
	ID:       "property-reference",
	Severity: diag.Error,
	Title:    "name only properties that the app object has, each once",
	Why: "display labels, required properties, searchable properties and form fields refer to declared properties " +
		"of the app object",
	Hint: "name a property that is declared in properties",
	Before: `primaryDisplayLabelPropertyName: 'title',
properties: { name: { type: 'string' } },`,
	After: `primaryDisplayLabelPropertyName: 'name',
properties: { name: { type: 'string' } },`,
	Run: runPropertyReference,
}

// propertyLists are the options of an app object that list names of properties.
var propertyLists = []string{"secondaryDisplayLabelPropertyNames", "requiredProperties", "searchableProperties"}

func runPropertyReference(p *checker.Pass) {
	for _, d := range ofKind(p, declared.AppObject) {
		if !d.Options.Get("properties").IsObject() {
			continue // missing-option and option-type report missing or invalid properties
		}
		checkReference(p, d, "primaryDisplayLabelPropertyName", d.Options.Get("primaryDisplayLabelPropertyName"))
		for _, option := range propertyLists {
			checkReferences(p, d, option, d.Options.Get(option).Items)
		}
		var formFields []*declared.Value
		for _, item := range d.Options.Get("defaultCreateFormFields").Items {
			formFields = append(formFields, item.Get("propertyName"))
		}
		checkReferences(p, d, "defaultCreateFormFields", formFields)
	}
}

func checkReferences(p *checker.Pass, d *declared.Declaration, option string, names []*declared.Value) {
	first := firstTexts{}
	for _, name := range names {
		if !hasText(name) {
			continue // option-type reports it
		}
		if earlier, taken := first.earlier(name.Text, name); taken {
			p.Reportf(name.At, "%s lists %s twice", option, quote(name)).
				Related(earlier.At, "first listed here").Hintf("remove one of the two")
			continue
		}
		checkReference(p, d, option, name)
	}
}

func checkReference(p *checker.Pass, d *declared.Declaration, option string, name *declared.Value) {
	if !hasText(name) || isPlatformProperty(name.Text) || propertyOf(d, name.Text) != nil {
		return // invalid, or it exists
	}
	draft := p.Reportf(name.At, "%s names %s, which is not a property of %s", option, quote(name), describe(d))
	hintProperty(draft, d, name.Text)
}
