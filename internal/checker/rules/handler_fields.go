package rules

import (
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/typo"
)

var undeclaredInput = &checker.Rule{
	ID:       "undeclared-input",
	Severity: diag.Error,
	Title:    "read the declared fields of ctx.input",
	Why:      "ctx.input has the declared fields only, so that any other is undefined",
	Hint:     "declare the field in input, or correct the name",
	Before: `input: { greeting: { type: 'string', label: 'Greeting' } },
handler: (ctx) => ok({ message: ctx.input.greting }),`,
	After: `input: { greeting: { type: 'string', label: 'Greeting' } },
handler: (ctx) => ok({ message: ctx.input.greeting }),`,
	Run: func(p *checker.Pass) { reportUndeclaredFields(p, "input") },
}

var undeclaredOutput = &checker.Rule{
	ID:       "undeclared-output",
	Severity: diag.Warning,
	Title:    "return the declared output fields",
	Why:      "the runtime drops other fields, and logs a warning for each",
	Hint:     "declare the field in output, or correct the name",
	Before: `output: { message: { type: 'string', label: 'Message' } },
handler: () => ok({ mesage: 'Hello' }),`,
	After: `output: { message: { type: 'string', label: 'Message' } },
handler: () => ok({ message: 'Hello' }),`,
	Run: func(p *checker.Pass) { reportUndeclaredFields(p, "output") },
}

func reportUndeclaredFields(p *checker.Pass, of string) {
	eachUse(p, declared.UndeclaredField, func(use declared.Use) {
		if use.Path[0] != of {
			return
		}
		name := use.Path[1]
		draft := p.Reportf(use.At, "%s is not a declared %s field", quoteText(name), of)
		if near, _ := typo.Near(name, use.Known); near != "" {
			draft.Hintf("did you mean %q?", near).Rename(name, near, diag.Suggestion)
		} else if len(use.Known) > 0 {
			draft.Hintf("declare it in %s, or use one of %s", of, strings.Join(use.Known, ", "))
		}
	})
}

var retryDelay = &checker.Rule{
	ID:       "retry-delay",
	Severity: diag.Warning,
	Title:    "pass retryLater a delay of at least 0 seconds",
	Why:      "the runtime ignores any other delay, so that the CRM platform chooses when it retries",
	Hint:     "pass a number of seconds, or leave it out",
	Before:   `return retryLater('the ledger is closed', '60');`,
	After:    `return retryLater('the ledger is closed', 60);`,
	Run: func(p *checker.Pass) {
		eachUse(p, declared.InvalidDelay, func(use declared.Use) {
			p.Reportf(use.At, "the delay of retryLater is not a number of at least 0")
		})
	},
}
