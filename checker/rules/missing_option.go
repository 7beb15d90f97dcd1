// The rule missing-option: a declaration has every option that its kind requires.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var missingOption = &checker.Rule{
	ID:       "missing-option",
	Severity: diag.Error,
	Title:    "a declaration has every option that its kind requires",
	Why:      "each kind of declaration has options that the runtime or the CRM platform cannot do without",
	Hint:     "add the option",
	Before: `worker.tool('send-reminder', {
  objectType: 'company',
  async handler() {},
});`,
	After: `worker.tool('send-reminder', {
  label: 'Send reminder',
  objectType: 'company',
  async handler() {},
});`,
	Run: runMissingOption,
}

func runMissingOption(p *checker.Pass) {
	for _, d := range p.Declarations {
		if misplacedOptions(d) != nil {
			continue // option-type says that the options are no object
		}
		eachPlace(d, func(at place) {
			for _, option := range at.options {
				if !option.required || at.value.Has(option.name) {
					continue // there: option-type looks at its value
				}
				p.Reportf(at.mark, "%s has no %s", at.owner(), option.name).
					Hintf("%s", missingOptionHint(at, option))
			}
		})
	}
}

// missingOptionHint says what to add, with what the kinds' own mistakes look like.
func missingOptionHint(at place, o option) string {
	d := at.declaration
	switch {
	case at.path != "":
		return "add " + o.name + " to " + at.path
	case d.Kind == declared.Sync && o.name == "handler":
		return "add a handler, or give the sync a source in place of its id: worker.sync(source, { ... })"
	case o.name == "schedule":
		return "add schedule: an interval such as '15m', a five-field cron, 'event' or 'manual'"
	case o.name == "eventType":
		return "add eventType, such as 'contact.propertyChange.email'"
	case o.name == "fetch" && d.Options.Has("receive"):
		return "a source with receive is a push source: declare it with defineSource.push"
	case o.name == "receive" && d.Options.Has("fetch"):
		return "a source with fetch is a pull source: declare it with defineSource"
	case o.form == formFunction:
		return "add the function " + o.name
	case o.name == "objectType":
		return "add objectType, such as 'contact'"
	}
	return "add " + o.name + " to the options"
}
