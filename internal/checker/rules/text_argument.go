package rules

import (
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var textArgument = &checker.Rule{
	ID:       "text-argument",
	Severity: diag.Error,
	Title:    "pass a string where a call needs one, not an object",
	Why: "an object becomes the string \"[object Object]\": as the message of a result or of a log line, and as the " +
		"body that fetch sends; a log line has its values as named fields",
	Hint:   "pass the message first, as a string",
	Before: `ctx.logger.info({ invoice: id }, 'booked');`,
	After:  `ctx.logger.info('booked', { invoice: id });`,
	Run:    runTextArgument,
}

func runTextArgument(p *checker.Pass) {
	eachUse(p, declared.ObjectAsText, func(use declared.Use) {
		call, role := use.Path[0], use.Path[1]
		if role == "fields" || strings.HasPrefix(use.Text, "%") {
			reportLogFields(p, use)
			return
		}
		draft := p.Reportf(use.At, "the %s of %s must be a string, not %s", role, call, use.Text)
		switch {
		case role == "body":
			draft.Hintf("write JSON.stringify(…) around it, or call a method of ctx.http such as post, which sends JSON")
		case strings.HasPrefix(call, "ctx.logger."):
			draft.Hintf("pass the message first, and the fields second: %s('…', { … })", call).Warn()
		default:
			draft.Hintf("pass the message as a string: %s('…')", call)
		}
	})
}

// reportLogFields reports a call of the logger as if it were console.log.
func reportLogFields(p *checker.Pass, use declared.Use) {
	call := use.Path[0]
	if use.Path[1] == "message" {
		p.Reportf(use.At, "%s does not replace %s in its message", call, use.Text).
			Hintf("put the value into fields: %s('…', { name: value })", call).Warn()
		return
	}
	p.Reportf(use.At, "the fields of %s must be an object, not %s", call, use.Text).
		Hintf("give the value a name: %s('…', { name: value })", call).Warn()
}
