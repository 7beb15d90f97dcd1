// The rule event-template: an event's templates show properties that the event has.

package rules

import (
	"slices"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var eventTemplate = &checker.Rule{
	ID:       "event-template",
	Severity: diag.Error,
	Title:    "the templates of an app event are well formed and name its properties",
	Why:      "the timeline fills {{property}} from the properties of the occurrence: one that the event does not declare shows nothing",
	Hint:     "declare the property, or name one that is declared",
	Before: `headerTemplate: 'Paid {{total}}',
properties: { amount: { type: 'number' } },`,
	After: `headerTemplate: 'Paid {{amount}}',
properties: { amount: { type: 'number' } },`,
	Run: runEventTemplate,
}

// templateWords are names that the timeline knows without a declaration: the occurrence's time, its extra data, and
// the words of Handlebars.
var templateWords = []string{"timestamp", "extraData", "this", "else", "if"}

func runEventTemplate(p *checker.Pass) {
	for _, d := range p.Declarations {
		if d.Kind != declared.AppEvent || !d.Options.Get("properties").IsObject() {
			continue // missing-option and option-type speak of properties that are missing or wrong
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
		p.Reportf(v.At, "%s of %s is not well formed: %s", option, describe(d), problem).
			Hintf("write {{property}}, or {{#formatDate property}}{{/formatDate}}")
		return
	}
	declaredNames := propertyNames(d)
	for _, name := range names {
		if slices.Contains(templateWords, name) || propertyOf(d, name) != nil {
			continue // it is there
		}
		draft := p.Reportf(v.At, "%s of %s names %s, which is no property of it", option, describe(d), quoteText(name))
		if len(declaredNames) > 0 {
			draft.Hintf("the properties are %s", allOf(declaredNames))
		}
		hintNearest(draft, name, declaredNames)
	}
}
