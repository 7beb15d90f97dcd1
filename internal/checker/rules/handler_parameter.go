package rules

import (
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var handlerParameter = &checker.Rule{
	ID:       "handler-parameter",
	Severity: diag.Error,
	Title:    "give handlers and the functions of sources one parameter",
	Why: "the runtime passes one argument, the context; any other parameter is undefined, so reading a member of it " +
		"throws when the handler runs, and the code does not compile",
	Hint:   "read what it is meant to be from the context",
	Before: `async handler(ctx, input) { ctx.logger.info(input.number); }`,
	After:  `async handler(ctx) { ctx.logger.info(ctx.input.number); }`,
	Run:    runHandlerParameter,
}

func runHandlerParameter(p *checker.Pass) {
	eachUse(p, declared.HandlerParameter, func(use declared.Use) {
		function := "the handler of a " + use.Text
		isSource := use.Text == "fetch" || use.Text == "receive"
		if isSource {
			function = use.Text + " of a source"
		}
		if len(use.Path) == 0 {
			p.Reportf(use.At, "%s receives only the context, so this parameter is undefined", function)
			return
		}
		name := use.Path[0]
		draft := p.Reportf(use.At, "%s receives only the context, so %q is undefined", function, name)
		if !isSource {
			if other := otherNames[name]; other != "" {
				name = other
			}
			if slices.Contains(declared.ContextMembers(""), name) {
				draft.Hintf("remove the parameter, and read ctx.%s", name)
			}
		}
	})
}
