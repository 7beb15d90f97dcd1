package rules

import (
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var eventTemplate = &checker.Rule{
	ID:       "event-template",
	Severity: diag.Error,
	Title:    "use well-formed templates with declared properties",
	Why:      "the timeline fills {{property}} from the occurrence's properties; an undeclared property shows nothing",
	Hint:     "declare the property, or use a declared one",
	Before: `headerTemplate: 'Paid {{total}}',
properties: { amount: { type: 'number' } },`,
	After: `headerTemplate: 'Paid {{amount}}',
properties: { amount: { type: 'number' } },`,
	Run: runEventTemplate,
}

// templateWords are names that need no declaration: the occurrence's time and extra data, and Handlebars keywords.
var templateWords = []string{"timestamp", "extraData", "this", "else", "if"}

func runEventTemplate(p *checker.Pass) {
	for _, d := range ofKind(p, declared.AppEvent) {
		if !d.Options.Get("properties").IsObject() {
			continue // missing-option and option-type report missing or invalid properties
		}
		for _, option := range []string{"headerTemplate", "detailTemplate"} {
			if v := d.Options.Get(option); v.IsString() {
				checkTemplate(p, d, option, v)
			}
		}
	}
}

func checkTemplate(p *checker.Pass, d *declared.Declaration, option string, v *declared.Value) {
	names, problem := templateNames(v.Text)
	if problem != "" {
		p.Reportf(v.At, "%s of %s is malformed: %s", option, describe(d), problem).
			Hintf("write {{property}}, or {{#formatDate property}}{{/formatDate}}")
		return
	}
	for _, name := range names {
		if slices.Contains(templateWords, name) || propertyOf(d, name) != nil {
			continue
		}
		draft := p.Reportf(v.At, "%s of %s uses %s, which is not a declared property", option, describe(d), quoteText(name))
		hintProperty(draft, d, name)
	}
}
