package rules

import (
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/typo"
)

var unsetOutput = &checker.Rule{
	ID:       "unset-output",
	Severity: diag.Warning,
	Title:    "set every declared output field",
	Why: "later steps of a workflow can read every declared output field; a field that no result sets is always " +
		"empty",
	Hint: "set it in a result, or remove it from output",
	Before: `output: { message: { type: 'string' }, sentAt: { type: 'datetime' } },
handler: () => ok({ message: 'Hello' }),`,
	After: `output: { message: { type: 'string' }, sentAt: { type: 'datetime' } },
handler: () => ok({ message: 'Hello', sentAt: new Date() }),`,
	Run: runUnsetOutput,
}

// runtimeOutputs are the output fields that the runtime sets when a call fails.
var runtimeOutputs = []string{"failureReason", "retryAfterSeconds"}

func runUnsetOutput(p *checker.Pass) {
	eachUse(p, declared.UnsetOutput, func(use declared.Use) {
		name := use.Path[0]
		if slices.Contains(runtimeOutputs, name) || typo.Nearest(name, use.Known) != "" {
			return // undeclared-output reports the misspelled one
		}
		p.Reportf(use.At, "no result of the handler sets the output field %s", quoteText(name))
	})
}
