package rules

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var fieldDefault = &checker.Rule{
	ID:       "field-default",
	Severity: diag.Error,
	Title:    "use a default that fits the field's type and options",
	Why: "the handler receives the default if the caller omits the field; the runtime reads it like a value from a " +
		"caller, and the manifest contains it as JSON",
	Hint:   "write a default of the field's type",
	Before: `tone: { type: 'enumeration', options: ['friendly', 'firm'], default: 'rude' },`,
	After:  `tone: { type: 'enumeration', options: ['friendly', 'firm'], default: 'firm' },`,
	Run:    runFieldDefault,
}

func runFieldDefault(p *checker.Pass) {
	eachField(p, func(f field) {
		v := f.value.Get("default")
		if v.IsAbsent() || f.role == roleOutput {
			return // no default; outputs have none
		}
		if bad := v.NotJSON(); bad != nil {
			reportNotJSON(p, f, v, bad)
			return
		}
		switch reading := f.owner.Defaults[v]; {
		case reading.Expected == "":
			checkDefaultType(p, f, v, reading.Becomes)
		case f.fieldType() == "enumeration":
			checkDefaultChoice(p, f, v)
		default:
			p.Reportf(v.At, "the default of %s must be %s, not %s", f, reading.Expected, quote(v))
		}
	})
}

// reportNotJSON reports a default that contains a value which the manifest cannot contain.
func reportNotJSON(p *checker.Pass, f field, v, bad *declared.Value) {
	if bad == v {
		p.Reportf(v.At, "the default of %s is %s, which is not a JSON value", f, quote(bad))
		return
	}
	p.Reportf(v.At, "the default of %s contains %s, which is not a JSON value", f, quote(bad)).
		Related(bad.At, "contained here").
		Hintf("use objects, arrays, strings, finite numbers, booleans and null only")
}

// checkDefaultType reports a default of another JavaScript type than the value that the handler receives. It is a
// warning, because the runtime converts it.
func checkDefaultType(p *checker.Pass, f field, v *declared.Value, becomes string) {
	if becomes == "" || f.isProperty() || slices.Contains([]string{"", "json", "datetime"}, f.fieldType()) {
		return // the same type, a value for the CRM, or a type with several forms
	}
	draft := p.Reportf(
		v.At, "the default of %s is the %s %s, but the handler receives a %s", f, v.Shape, quote(v), becomes,
	).Warn()
	switch {
	case becomes == "string":
		draft.Hintf("write it as a string")
	case v.IsString():
		draft.Hintf("write %s, without quotes", strings.TrimSpace(v.Text))
	}
}

// checkDefaultChoice reports each part of a default that is not an option. A checkbox list holds several, separated by
// semicolons.
func checkDefaultChoice(p *checker.Pass, f field, v *declared.Value) {
	values, ok := f.optionValues()
	if !v.IsString() {
		p.Reportf(v.At, "the default of %s must be one of the options, not %s", f, quote(v))
		return
	}
	if !ok {
		return // other rules report missing and invalid options
	}
	chosen := []string{v.Text}
	if f.value.Get("fieldType").Text == "checkbox" {
		chosen = strings.Split(v.Text, ";")
	}
	for _, choice := range chosen {
		if slices.Contains(values, choice) {
			continue
		}
		p.Reportf(v.At, "the default %s is not an option of %s", quoteText(choice), f).
			Hintf("the options are %s", allOf(values)).Suggest(choice, values)
	}
}

var requiredDefault = &checker.Rule{
	ID:       "required-default",
	Severity: diag.Warning,
	Title:    "set required or default, not both",
	Why:      "the runtime rejects a call without a required field, so the handler never receives the field's default",
	Hint:     "remove required to use the default, or remove default",
	Before:   `days: { type: 'number', required: true, default: 14 },`,
	After:    `days: { type: 'number', default: 14 },`,
	Run:      runRequiredDefault,
}

func runRequiredDefault(p *checker.Pass) {
	eachField(p, func(f field) {
		v := f.value.Get("default")
		if f.role != roleInput || v.IsAbsent() || !isRequired(f.value) {
			return // no contradiction; the CRM itself uses the defaults of properties
		}
		p.Reportf(v.At, "%s is required, so its default is never used", f)
	})
}
