package rules

import (
	"bytes"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/typo"
)

var undeclaredInput = &checker.Rule{
	ID:       "undeclared-input",
	Severity: diag.Error,
	Title:    "read only declared fields of ctx.input",
	Why:      "ctx.input has only the declared fields; every other field is undefined",
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
	Title:    "return only declared output fields",
	Why:      "the runtime drops undeclared fields, and logs a warning for each",
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
		name, known := use.Path[1], use.Known
		if !use.Of.IsZero() {
			if known = declaredFields(p, use.Of, of); known == nil || slices.Contains(known, name) {
				return
			}
		}
		what := "a declared " + of + " field"
		if use.Text == "trigger" {
			what = "a member of a trigger's input"
		}
		draft := p.Reportf(use.At, "%s is not %s", quoteText(name), what)
		switch {
		case len(known) == 0:
		case use.Text == "trigger":
			draft.Hintf("use one of %s", strings.Join(known, ", "))
		default:
			draft.Hintf("declare it in %s, or use one of %s", of, strings.Join(known, ", "))
		}
		draft.SuggestIdentifier(name, known)
	})
}

// declaredFields returns the names of the input or output fields of all capabilities that a call declares, which are
// several if it runs in a loop or in a function. It returns nil if one of them has no fields.
func declaredFields(p *checker.Pass, call declared.Mark, of string) []string {
	var names []string
	for _, d := range p.Declarations {
		if d.At != call {
			continue
		}
		fields := d.Options.Get(of)
		if !fields.IsObject() {
			return nil
		}
		for _, field := range fields.Members {
			names = append(names, field.Name)
		}
	}
	return names
}

var resultStatus = &checker.Rule{
	ID:       "result-status",
	Severity: diag.Error,
	Title:    "return results with a known status",
	Why: "the runtime treats an object with any other status as the handler's output, so a failure counts as " +
		"success",
	Hint:   "return ok, failContinue, failStop, retryLater or block, or declare an output field status",
	Before: `return { status: 'fail', message: 'the ledger is closed' };`,
	After:  `return failStop('the ledger is closed');`,
	Run:    runResultStatus,
}

// resultFunctions make the results that authors most likely mean.
var resultFunctions = map[string]string{
	"success": "ok()", "succeeded": "ok()", "done": "ok()", "okay": "ok()", "fail": "failStop(message)",
	"failed": "failStop(message)", "failure": "failStop(message)", "error": "failStop(message)",
	"stop": "failStop(message)", "continue": "failContinue(message)", "retry": "retryLater(message)",
	"blocked": "block(message)",
}

func runResultStatus(p *checker.Pass) {
	eachUse(p, declared.UnknownStatus, func(use declared.Use) {
		status := use.Path[0]
		if status == declared.HTTPAnswer {
			reportHTTPAnswer(p, use)
			return
		}
		near, _ := typo.Near(status, use.Known)
		isSpelling := strings.EqualFold(strings.ReplaceAll(status, "_", "-"), near)
		if isTool := use.Text == "tool" || use.Text == "action"; !isTool && !isSpelling {
			return // what triggers and syncs return otherwise has no meaning
		}
		draft := p.Reportf(use.At, "%s is not a result status", quoteText(status))
		if near != "" {
			draft.Hintf("did you mean %q?", near).Replace(status, near, diag.Suggestion)
		} else if function := resultFunctions[strings.ToLower(status)]; function != "" {
			draft.Hintf("return %s, or declare an output field status", function)
		}
	})
}

// reportHTTPAnswer reports an object with a status and a body, unless other code, such as a card, reads the status.
func reportHTTPAnswer(p *checker.Pass, use declared.Use) {
	own := p.Locator.Locate(use.At).File
	if slices.ContainsFunc(p.Files, func(file string) bool {
		return file != own && bytes.Contains(p.Source(file), []byte(declared.HTTPAnswer))
	}) {
		return
	}
	p.Reportf(use.At, "the runtime does not read statusCode and body: the object as a whole is the result").
		Hintf("return what body has; for a failure, return failStop(message) or throw an error").Warn()
}

var retryDelay = &checker.Rule{
	ID:       "retry-delay",
	Severity: diag.Warning,
	Title:    "pass retryLater a delay of at least 0 seconds and at most three days",
	Why: "the runtime ignores a delay that is not a number of at least 0, so the CRM platform decides when it retries; " +
		"it retries for three days",
	Hint:   "pass a number of seconds, or leave it out",
	Before: `return retryLater('the ledger is closed', '60');`,
	After:  `return retryLater('the ledger is closed', 60);`,
	Run: func(p *checker.Pass) {
		eachUse(p, declared.InvalidDelay, func(use declared.Use) {
			switch use.Text {
			case declared.LateDelay:
				p.Reportf(use.At, "the delay of retryLater is longer than three days").Hintf("pass seconds, not milliseconds")
			case declared.DelayInMs:
				p.Reportf(use.At, "the delay of retryLater is in milliseconds").
					Hintf("pass seconds: Math.ceil(milliseconds / 1000)")
			case declared.DelayAsMessage:
				p.Reportf(use.At, "the first argument of retryLater is the message, not the delay").
					Hintf("write retryLater('a message', seconds)")
			default:
				p.Reportf(use.At, "the delay of retryLater must be a number of at least 0")
			}
		})
	},
}
