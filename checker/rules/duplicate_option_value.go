// The rule duplicate-option-value: no two choices of an enumeration have one value.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var duplicateOptionValue = &checker.Rule{
	ID:       "duplicate-option-value",
	Severity: diag.Error,
	Title:    "no two options of a field have one value",
	Why:      "the value is what is stored and sent: two choices with one value cannot be told apart",
	Hint:     "give each option a value of its own",
	Before:   `options: ['friendly', 'firm', 'friendly'],`,
	After:    `options: ['friendly', 'firm'],`,
	Run:      runDuplicateOptionValue,
}

func runDuplicateOptionValue(p *checker.Pass) {
	eachField(p, func(f field) {
		options := f.value.Get("options").Items
		if f.role == roleOutput || len(options) < 2 {
			return // outputs have no options; one is never twice
		}
		first := map[string]*declared.Value{}
		for _, item := range options {
			value := item
			if item.IsObject() {
				value = item.Get("value")
			}
			if !value.IsString() {
				continue // option-shape speaks of it
			}
			if earlier, taken := first[value.Text]; taken {
				p.Reportf(item.At, "%s has the option %s twice", f, quote(value)).
					Related(earlier.At, "first given here")
				continue
			}
			first[value.Text] = item
		}
	})
}
