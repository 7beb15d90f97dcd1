package rules

import (
	"slices"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var optionShape = &checker.Rule{
	ID:       "option-shape",
	Severity: diag.Error,
	Title:    "write options as strings, or as objects with value and label",
	Why:      "options is string[] or { value: string; label: string }[]",
	Hint:     "write options: ['friendly', 'firm'] or [{ value: 'friendly', label: 'Friendly' }]",
	Before:   `options: [{ id: 1, name: 'Friendly' }],`,
	After:    `options: [{ value: 'friendly', label: 'Friendly' }],`,
	Run:      runOptionShape,
}

// propertyOptionForms are the optional members of a property's choice.
var propertyOptionForms = []option{
	{name: "description", form: formText},
	{name: "displayOrder", form: formNumber},
	{name: "hidden", form: formFlag},
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
	for _, name := range []string{"value", "label"} {
		switch v := item.Get(name); {
		case v.IsAbsent():
			p.Reportf(item.At, "an option of %s has no %s", f, name)
		case !v.IsString() || isBlank(v.Text):
			p.Reportf(v.At, "the %s of an option of %s must be a non-empty string, not %s", name, f, quote(v))
		}
	}
	known := []string{"value", "label"}
	if f.isProperty() {
		known = slices.Concat(known, namesOf(propertyOptionForms))
		for _, extra := range propertyOptionForms {
			if v := item.Get(extra.name); !v.IsAbsent() && extra.form.unmet(v) != "" {
				p.Reportf(v.At, "%s of an option of %s must be %s, not %s", extra.name, f, extra.form.unmet(v), quote(v))
			}
		}
	}
	reportUnknown(p, "a choice", item, known)
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
