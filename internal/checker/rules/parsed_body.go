package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var parsedBody = &checker.Rule{
	ID:       "parsed-body",
	Severity: diag.Error,
	Title:    "use what the methods of ctx.http return as the body",
	Why: "get, post, put, patch and delete return the parsed body, and reject if the status is not 2xx; a body has no " +
		"methods of a Response, so the call throws when the handler runs",
	Hint:   "use the value itself, or call ctx.http.fetch, which returns a Response",
	Before: `const invoice = await (await ctx.http.get(url)).json();`,
	After:  `const invoice = await ctx.http.get(url);`,
	Run: func(p *checker.Pass) {
		eachUse(p, declared.ParsedBody, func(use declared.Use) {
			p.Reportf(use.At, "ctx.http.%s returns the parsed body, which has no method %s", use.Path[0], use.Text)
		})
	},
}
