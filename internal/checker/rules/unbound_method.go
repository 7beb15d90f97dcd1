package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var unboundMethod = &checker.Rule{
	ID:       "unbound-method",
	Severity: diag.Error,
	Title:    "call the methods of objects in a handler, not as the handler",
	Why: "the runtime calls the handler as a method of the capability, so `this` is not the object that the method " +
		"belongs to, and what the method reads of it is undefined",
	Hint:   "write a function that calls the method",
	Before: `worker.tool('remind', { handler: reminders.send, ... });`,
	After:  `worker.tool('remind', { handler: (ctx) => reminders.send(ctx), ... });`,
	Run: func(p *checker.Pass) {
		eachUse(p, declared.UnboundMethod, func(use declared.Use) {
			object, method := use.Path[0], use.Path[1]
			p.Reportf(use.At, "the handler of a %s is the method %s, which uses this", use.Text, method).
				Hintf("write handler: (ctx) => %s.%s(ctx)", object, method)
		})
	},
}
