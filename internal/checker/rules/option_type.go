package rules

import (
	"math"
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var optionType = &checker.Rule{
	ID:       "option-type",
	Severity: diag.Error,
	Title:    "give each option a value of its type",
	Why:      "the runtime ignores a value of another type, or the CRM platform rejects it",
	Hint:     "use a value of that type",
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
			p.Reportf(bad.At, "the options of %s must be an object, not %s", describe(d), quote(bad)).
				Hintf("pass the options as an object")
			continue
		}
		eachPlace(d, func(at place) {
			for _, option := range at.options {
				value := at.value.Get(option.name)
				if value.IsAbsent() {
					continue // optional, or missing-option reports it
				}
				checkForm(p, at, option, value)
			}
		})
	}
}

// checkForm reports a value that does not have the form of its option.
func checkForm(p *checker.Pass, at place, o option, v *declared.Value) {
	if want := o.unmet(v); want != "" {
		got := quote(v)
		if o.secret {
			got = article(v.Shape.String()) + " " + v.Shape.String()
		}
		draft := p.Reportf(v.At, "%s of %s must be %s, not %s", o.name, at.owner(), want, got)
		if o.form == formWord {
			draft.Suggest(v.Text, o.words)
		}
		if v.IsRef(declared.AppObject) && o.form == formFullText {
			draft.Hintf("write the app object's id: %q", v.Ref.ID)
		}
		return
	}
	for _, item := range v.Items {
		if want := o.unmetElement(item); want != "" {
			p.Reportf(item.At, "each element of %s of %s must be %s, not %s", o.name, at.owner(), want, quote(item))
		}
	}
}

// unmet returns in words what the value of an option should be; "" if the value is valid.
func (o option) unmet(v *declared.Value) string {
	if o.form == formPositiveOrWord {
		isWord := v.IsString() && slices.Contains(o.words, v.Text)
		return unless(isWord || isPositive(v), "a positive, finite number or "+oneOf(o.words))
	}
	if o.form == formWord && !slices.Contains(wordRules, o.name) {
		return unless(isOneOf(v, o.words...), oneOf(o.words))
	}
	return o.form.unmet(v)
}

// unmetElement returns in words what an element of a list should be; "" if the element is valid.
func (o option) unmetElement(item *declared.Value) string {
	switch {
	case o.form == formTextList || o.form == formTextOrList:
		return formFullText.unmet(item)
	case o.form == formObjectTypes:
		return formObjectType.unmet(item)
	case o.form == formDeclarations:
		return unless(item.IsRef(o.made), "the result of "+string(o.made)+"()")
	case o.each != nil:
		return formObject.unmet(item)
	}
	return ""
}

// unmet returns in words what a value should be; "" if the value is valid.
func (f form) unmet(v *declared.Value) string {
	switch f {
	case formText:
		return unless(v.IsString(), "a string")
	case formFullText:
		return unless(hasText(v), "a non-empty string")
	case formFlag:
		return unless(v.IsBool(), "true or false")
	case formNumber:
		return unless(isFinite(v), "a number")
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
	case formTextOrList:
		return unless(hasText(v) || v.IsArray(), "a non-empty string or an array of them")
	case formPositive:
		return unless(isPositive(v), "a positive, finite number")
	case formCount:
		return unless(isWhole(v) && v.Num > 0, "a whole number of at least 1")
	case formAmount:
		return unless(isWhole(v) && v.Num >= 0, "a whole number of at least 0")
	case formTextOrObject:
		return unless(hasText(v) || v.IsObject(), "a non-empty string or an object")
	case formOffOrObject:
		return unless(v.IsBool() && !v.Bool || v.IsObject(), "false or an object")
	case formDeclarations:
		return unless(v.IsArray(), "an array")
	case formObjectType:
		return unless(hasText(v) || v.IsRef(declared.AppObject), "an object type or an app object")
	}
	return ""
}

func unless(met bool, want string) string {
	if met {
		return ""
	}
	return want
}

func isFinite(v *declared.Value) bool {
	return v.IsNumber() && !math.IsNaN(v.Num) && !math.IsInf(v.Num, 0)
}

func isPositive(v *declared.Value) bool { return isFinite(v) && v.Num > 0 }

func isWhole(v *declared.Value) bool { return isFinite(v) && v.Num == math.Trunc(v.Num) }
