package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var jsonValue = &checker.Rule{
	ID:       "json-value",
	Severity: diag.Error,
	Title:    "return values that JSON can represent",
	Why: "the runtime sends the result of a handler as JSON, which cannot represent such an object or a function, " +
		"and makes the response itself; the call fails with an uncaught error, although the handler has done its work",
	Hint:   "return a plain value",
	Before: `handler: async (ctx) => Response.json({ total: 12 }),`,
	After:  `handler: async (ctx) => ({ total: 12 }),`,
	Run: func(p *checker.Pass) {
		eachUse(p, declared.NotJSON, func(use declared.Use) {
			of := "the result of a " + use.Text
			if use.Text == "store.put" {
				of = "the value that ctx.store.put stores"
			}
			draft := p.Reportf(use.At, "%s is JSON, which cannot represent a %s", of, use.Path[0])
			if hint := plainValues[use.Path[0]]; hint != "" {
				draft.Hintf("%s", hint)
			}
		})
	},
}

// plainValues say what to return instead of an object.
var plainValues = map[string]string{
	"Response": "return the value itself: the runtime makes the response",
	"Map":      "write Object.fromEntries(map)",
	"Set":      "write [...set]",
	"Headers":  "write Object.fromEntries(headers)",
	"function": "call it, and return what it returns",
	"FormData": "write Object.fromEntries(data)",
}
