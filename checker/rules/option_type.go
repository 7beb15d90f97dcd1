// The rule option-type: an option holds a value of the kind that it takes.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var optionType = &checker.Rule{
	ID:       "option-type",
	Severity: diag.Error,
	Title:    "an option holds a value of the type that the contract gives it",
	Why:      "a value of another type is ignored by the runtime or refused by the CRM platform",
	Hint:     "give the option a value of that type",
	Before: `worker.tool('send-reminder', {
  label: '',
  objectType: 'company',
  handler: 'sendReminder',
});`,
	After: `worker.tool('send-reminder', {
  label: 'Send reminder',
  objectType: 'company',
  handler: sendReminder,
});`,
	Run: runOptionType,
}

func runOptionType(p *checker.Pass) {
	for _, d := range p.Declarations {
		options := optionsOf(d)
		if bad := misplacedOptions(d); bad != nil && options != nil {
			p.Reportf(bad.At, "the options of %s are %s, not an object", describe(d), quote(bad)).
				Hintf("pass an object with the options")
			continue
		}
		for _, option := range options {
			value := d.Options.Get(option.name)
			if value.IsAbsent() {
				continue // optional, or missing-option says so
			}
			checkForm(p, d, option, value)
		}
	}
}

// checkForm reports a value that does not have the form of its option.
func checkForm(p *checker.Pass, d *declared.Declaration, o option, v *declared.Value) {
	if want := o.form.unmet(v); want != "" {
		draft := p.Reportf(v.At, "%s of %s must be %s, not %s", o.name, describe(d), want, quote(v))
		if v.IsRef(declared.AppObject) && o.form == formFullText {
			draft.Hintf("write the app object's id: %q", v.Ref.ID)
		}
		return
	}
	for _, item := range v.Items {
		if want := o.form.element().unmet(item); want != "" {
			p.Reportf(item.At, "%s of %s must hold %s only, not %s", o.name, describe(d), want, quote(item))
		}
	}
}

// element is the form of the elements of a list.
func (f form) element() form {
	switch f {
	case formTextList:
		return formFullText
	case formObjectTypes:
		return formObjectType
	}
	return formOwnRule
}

// unmet is what a value should have been, in words; "" when the value will do.
func (f form) unmet(v *declared.Value) string {
	switch f {
	case formText:
		return unless(v.IsString(), "a string")
	case formFullText:
		return unless(v.IsString() && !isBlank(v.Text), "a string that is not empty")
	case formFlag:
		return unless(v.IsBool(), "true or false")
	case formFunction:
		return unless(v.IsFunction(), "a function")
	case formObject:
		return unless(v.IsObject(), "an object")
	case formList:
		return unless(v.IsArray(), "an array")
	case formTextList:
		return unless(v.IsArray(), "an array of strings")
	case formObjectTypes:
		return unless(v.IsArray(), "an array of object types")
	case formObjectType:
		return unless(v.IsString() && !isBlank(v.Text) || v.IsRef(declared.AppObject), "an object type or an app object")
	}
	return ""
}

func unless(met bool, want string) string {
	if met {
		return ""
	}
	return want
}
