package rules

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var fieldDefault = &checker.Rule{
	ID:       "field-default",
	Severity: diag.Error,
	Title:    "use a default that fits the field's type and options",
	Why:      "the handler receives the default if the caller omits the field, so it must be a valid value",
	Hint:     "write a default of the field's type",
	Before:   `tone: { type: 'enumeration', options: ['friendly', 'firm'], default: 'rude' },`,
	After:    `tone: { type: 'enumeration', options: ['friendly', 'firm'], default: 'firm' },`,
	Run:      runFieldDefault,
}

func runFieldDefault(p *checker.Pass) {
	eachField(p, func(f field) {
		v := f.value.Get("default")
		if v.IsAbsent() || v.Shape == declared.Null || f.role == roleOutput {
			return // no default; outputs have none
		}
		if want := unfitDefault(f.fieldType(), v); want != "" {
			p.Reportf(v.At, "the default of %s must be %s, not %s", f, want, quote(v))
			return
		}
		if f.fieldType() == "enumeration" {
			checkDefaultChoice(p, f, v)
		}
	})
}

// unfitDefault returns in words what a default should be; "" if it is valid. The platform sends every value as a
// string, so a string that parses as the type is valid too.
func unfitDefault(fieldType string, v *declared.Value) string {
	switch fieldType {
	case "string":
		return unless(v.IsString(), "a string")
	case "enumeration":
		return unless(v.IsString(), "one of the options")
	case "number":
		return unless(v.IsNumber() || v.IsString() && isNumeral(v.Text), "a number")
	case "bool":
		return unless(v.IsBool() || v.IsString() && (v.Text == "true" || v.Text == "false"), "true or false")
	case "datetime":
		return unless(v.IsNumber() || v.IsString() && isTime(v.Text), "a date or time such as '2026-01-31T09:00:00Z'")
	}
	return ""
}

// checkDefaultChoice reports a default that is not an option. A checkbox list holds several, separated by semicolons.
func checkDefaultChoice(p *checker.Pass, f field, v *declared.Value) {
	values, ok := f.optionValues()
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

func isNumeral(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil
}

// timeLayouts are the accepted forms of ISO 8601.
var timeLayouts = []string{
	time.RFC3339Nano, time.DateOnly, "2006-01-02T15:04:05.999999999", "2006-01-02T15:04", "2006-01-02T15:04Z07:00",
}

// isTime reports whether a string is an ISO 8601 date or time, or milliseconds since 1970.
func isTime(text string) bool {
	if isNumeral(text) {
		return true
	}
	for _, layout := range timeLayouts {
		if _, err := time.Parse(layout, text); err == nil {
			return true
		}
	}
	return false
}
