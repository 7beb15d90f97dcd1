// The rule field-default: a default is a value that the field could have.

package rules

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var fieldDefault = &checker.Rule{
	ID:       "field-default",
	Severity: diag.Error,
	Title:    "a field's default fits its type and its options",
	Why:      "the handler gets the default when the field is left out: one that does not fit is not what its type says",
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

// unfitDefault is what a default should have been; "" when it will do. The platform sends every
// value as a string, so a string that reads as one of the type is as good.
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
		return unless(v.IsNumber() || v.IsString() && isTime(v.Text), "a time such as '2026-01-31T09:00:00Z'")
	}
	return ""
}

// checkDefaultChoice looks for the default among the options; a checkbox list may hold several, with semicolons.
func checkDefaultChoice(p *checker.Pass, f field, v *declared.Value) {
	values, ok := f.optionValues()
	if !ok {
		return // the options are wrong themselves, or missing
	}
	chosen := []string{v.Text}
	if f.value.Get("fieldType").Text == "checkbox" {
		chosen = strings.Split(v.Text, ";")
	}
	for _, choice := range chosen {
		if slices.Contains(values, choice) {
			continue
		}
		draft := p.Reportf(v.At, "the default %s is no option of %s", quoteText(choice), f).
			Hintf("the options are %s", allOf(values))
		hintNearest(draft, choice, values)
	}
}

func isNumeral(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil
}

// isTime reports whether a text is an ISO 8601 date or time, or milliseconds since 1970.
func isTime(text string) bool {
	if isNumeral(text) {
		return true
	}
	for _, layout := range []string{
		time.RFC3339Nano, time.DateOnly, "2006-01-02T15:04:05.999999999", "2006-01-02T15:04", "2006-01-02T15:04Z07:00",
	} {
		if _, err := time.Parse(layout, text); err == nil {
			return true
		}
	}
	return false
}
