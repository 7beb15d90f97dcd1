package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var duplicateOptionValue = &checker.Rule{
	ID:       "duplicate-option-value",
	Severity: diag.Error,
	Title:    "give each option of a field a unique value",
	Why:      "the value is stored and sent, so two options with the same value cannot be distinguished",
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
