package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var missingResult = &checker.Rule{
	ID:       "missing-result",
	Severity: diag.Warning,
	Title:    "return a result from the handler of a tool",
	Why: "a tool without a result counts as a success without output, and the compiler refuses it; handlers of triggers " +
		"and syncs may return nothing",
	Hint:   "return ok(), or an object with the output fields",
	Before: `handler: async (ctx) => { await ctx.store.put('paused', true); },`,
	After:  `handler: async (ctx) => { await ctx.store.put('paused', true); return ok(); },`,
	Run: func(p *checker.Pass) {
		eachUse(p, declared.MissingResult, func(use declared.Use) {
			if len(use.Path) > 0 {
				p.Reportf(use.At, "the handler of the %s returns nothing", use.Text)
				return
			}
			p.Reportf(use.At, "this return in the handler of the %s has no result", use.Text)
		})
	},
}
