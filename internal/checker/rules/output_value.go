package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var outputValue = &checker.Rule{
	ID:       "output-value",
	Severity: diag.Error,
	Title:    "set output fields to values of their type",
	Why: "the runtime reads each output field as a value of its declared type; if it cannot, the call fails with an " +
		"uncaught error, although the handler has done its work",
	Hint: "return a value of the declared type, or declare another type",
	Before: `output: { score: { type: 'number', label: 'Score' } },
handler: () => ok({ score: 'high' }),`,
	After: `output: { score: { type: 'number', label: 'Score' } },
handler: () => ok({ score: 90 }),`,
	Run: runOutputValue,
}

// expectedOutput completes "must be …" for the types of output fields.
var expectedOutput = map[string]string{
	"string": "a string", "enumeration": "a string", "number": "a number", "bool": "true or false",
	"boolean": "true or false", "datetime": "a date",
}

func runOutputValue(p *checker.Pass) {
	eachUse(p, declared.OutputValue, func(use declared.Use) {
		shown := use.Text
		if len(use.Known) > 0 {
			shown = quoteText(use.Known[0])
		}
		if use.Path[1] == "" {
			p.Reportf(use.At, "the output must be an object of output fields, not %s", shown).
				Hintf("return an object with the fields of output")
		} else if expected := expectedOutput[use.Path[2]]; expected != "" {
			p.Reportf(use.At, "output field %s must be %s, not %s", quoteText(use.Path[1]), expected, shown)
		}
	})
}
