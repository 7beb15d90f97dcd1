package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var enumerationOptions = &checker.Rule{
	ID:       "enumeration-options",
	Severity: diag.Error,
	Title:    "give options to every enumeration and to no other type",
	Why: "options are the choices of an enumeration: without them there is nothing to choose, and other types ignore " +
		"them",
	Hint:   "write options: ['first', 'second']",
	Before: `tone: { type: 'enumeration' },`,
	After:  `tone: { type: 'enumeration', options: ['friendly', 'firm'] },`,
	Run:    runEnumerationOptions,
}

func runEnumerationOptions(p *checker.Pass) {
	eachField(p, func(f field) {
		options, kind := f.value.Get("options"), f.fieldType()
		switch {
		case f.role == roleOutput || kind == "":
			return // outputs have no options; field-type reports an invalid type
		case kind == "enumeration" && options.IsAbsent() && f.value.Has("values"):
			return // field-values-key reports it
		case kind == "enumeration" && options.IsAbsent():
			p.Reportf(f.value.At, "%s is an enumeration without options", f)
		case kind == "enumeration" && options.IsArray() && len(options.Items) == 0:
			p.Reportf(options.At, "%s is an enumeration with an empty list of options", f)
		case kind == "bool" && f.isProperty():
			return // options label true and false in the CRM
		case kind != "enumeration" && !options.IsAbsent():
			p.Reportf(options.At, "%s has options, but its type is %q", f, f.value.Get("type").Text).
				Hintf("write type: 'enumeration', or remove the options")
		}
	})
}

var optionShape = &checker.Rule{
	ID:       "option-shape",
	Severity: diag.Error,
	Title:    "write options as strings, or as objects with value and label",
	Why:      "the type of options is string[] or { value: string; label: string }[]",
	Hint:     "write options: ['friendly', 'firm'] or [{ value: 'friendly', label: 'Friendly' }]",
	Before:   `options: [{ id: 1, name: 'Friendly' }],`,
	After:    `options: [{ value: 'friendly', label: 'Friendly' }],`,
	Run:      runOptionShape,
}

func runOptionShape(p *checker.Pass) {
	eachField(p, func(f field) {
		options := f.value.Get("options")
		if f.role == roleOutput || options.IsAbsent() {
			return // unset, or unknown-field-member reports it
		}
		if !options.IsArray() {
			p.Reportf(options.At, "options of %s must be an array, not %s", f, quote(options))
			return
		}
		for _, item := range options.Items {
			checkChoice(p, f, item)
		}
		checkChoicesAlike(p, f, options)
	})
}

func checkChoice(p *checker.Pass, f field, item *declared.Value) {
	switch {
	case item.IsString() && isBlank(item.Text):
		p.Reportf(item.At, "an option of %s is empty", f)
	case item.IsString():
	case item.IsObject():
		checkChoiceObject(p, f, item)
	default:
		p.Reportf(item.At, "an option of %s must be a string or { value, label }, not %s", f, quote(item))
	}
}

func checkChoiceObject(p *checker.Pass, f field, item *declared.Value) {
	members := inputChoiceMembers
	if f.isProperty() {
		members = propertyChoiceMembers
	}
	for _, o := range members {
		v := item.Get(o.name)
		switch want := o.form.unmet(v); {
		case v.IsAbsent() && o.required:
			p.Reportf(item.At, "an option of %s has no %s", f, o.name)
		case !v.IsAbsent() && want != "":
			p.Reportf(v.At, "%s of an option of %s must be %s, not %s", o.name, f, want, quote(v))
		}
	}
	reportUnknown(p, "a choice", item, namesOf(members))
}

// checkChoicesAlike reports the first choice whose form differs from that of the first one.
func checkChoicesAlike(p *checker.Pass, f field, options *declared.Value) {
	for _, item := range options.Items {
		if item.IsString() != options.Items[0].IsString() && (item.IsString() || item.IsObject()) {
			p.Reportf(item.At, "options of %s mix strings and objects", f).
				Hintf("write all of them in the same form")
			return
		}
	}
}

var duplicateOptionValue = &checker.Rule{
	ID:       "duplicate-option-value",
	Severity: diag.Error,
	Title:    "give each option of a field a unique value",
	Why:      "the CRM stores and sends only the value, so it cannot tell two options with the same value apart",
	Hint:     "change or remove one of the two",
	Before:   `options: ['friendly', 'firm', 'friendly'],`,
	After:    `options: ['friendly', 'firm'],`,
	Run:      runDuplicateOptionValue,
}

func runDuplicateOptionValue(p *checker.Pass) {
	eachField(p, func(f field) {
		options := f.value.Get("options").Items
		if f.role == roleOutput || len(options) < 2 {
			return // outputs have no options
		}
		first := firstTexts{}
		for _, item := range options {
			value := item
			if item.IsObject() {
				value = item.Get("value")
			}
			if !value.IsString() {
				continue // option-shape reports it
			}
			if earlier, taken := first.earlier(value.Text, item); taken {
				p.Reportf(item.At, "%s has the option %s twice", f, quote(value)).
					Related(earlier.At, "first listed here")
			}
		}
	})
}
