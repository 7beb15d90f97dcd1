package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var missingOption = &checker.Rule{
	ID:       "missing-option",
	Severity: diag.Error,
	Title:    "set every required option",
	Why:      "the runtime or the CRM platform cannot use a declaration without its required options",
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
			continue // option-type reports that the options are not an object
		}
		eachPlace(d, func(at place) {
			for _, option := range at.options {
				if !option.required || at.value.Has(option.name) {
					continue // option-type checks its value
				}
				if isMisspelt(option.name, namesOf(at.options), memberNames(at.value)) {
					continue // unknown-option reports its name
				}
				if undefined := at.value.Get(option.name).At; !undefined.IsZero() {
					p.Reportf(undefined, "%s of %s is undefined", option.name, at.owner()).Hintf("give it a value")
					continue
				}
				p.Reportf(at.mark, "%s has no %s", at.owner(), option.name).
					Hintf("%s", missingOptionHint(at, option))
			}
		})
	}
}

// missingOptionHint returns what to add. It recognizes the usual mistakes of each kind of declaration.
func missingOptionHint(at place, o option) string {
	d := at.declaration
	switch {
	case at.path != "":
		return "add " + o.name + " to " + at.path
	case d.Kind == declared.Sync && o.name == "handler":
		return "add a handler, or pass a source instead of the id: worker.sync(source, { ... })"
	case o.name == "schedule":
		return "add schedule: an interval such as '15m', a five-field cron, 'event' or 'manual'"
	case o.name == "eventType":
		return "add eventType, such as 'contact.propertyChange.email'"
	case o.name == "fetch" && d.Options.Has("receive"):
		return "declare it with defineSource.push: a source with receive is a push source"
	case o.name == "receive" && d.Options.Has("fetch"):
		return "declare it with defineSource: a source with fetch is a pull source"
	case o.form == formFunction:
		return "add the function " + o.name
	case o.name == "objectType":
		return "add objectType, such as 'contact'"
	}
	return "add " + o.name + " to the options"
}
