package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var lostResult = &checker.Rule{
	ID:       "lost-result",
	Severity: diag.Error,
	Title:    "return the results that handlers create",
	Why: "failStop and the similar functions only create a result: if nothing returns it, the handler continues, " +
		"and a failure counts as success; a thrown result is an uncaught error, and a returned function is not an " +
		"output",
	Hint:   "write return before the call",
	Before: `if (amount <= 0) failStop('the amount is not positive');`,
	After:  `if (amount <= 0) return failStop('the amount is not positive');`,
	Run:    runLostResult,
}

func runLostResult(p *checker.Pass) {
	eachUse(p, declared.LostResult, func(use declared.Use) {
		function := use.Path[0]
		switch use.Text {
		case declared.Thrown:
			draft := p.Reportf(use.At, "the result of %s is thrown", function).Return(use.At)
			draft.Hintf("write return instead of throw, or throw an Error").Warn() // other code may catch and return it
		case declared.Uncalled:
			p.Reportf(use.At, "the handler returns the function %s, not its result", function).
				Hintf("call it: %s(…)", function)
		case declared.Unthrown:
			p.Reportf(use.At, "the error %s is created and not thrown", function).Hintf("write throw before new").Warn()
		case declared.Unread:
			draft := p.Reportf(use.At, "nothing reads %s, which has the result of %s", use.Path[1], function).
				Hintf("write return %s, or return the call itself", use.Path[1])
			if function == "ok" {
				draft.Warn()
			}
		default:
			draft := p.Reportf(use.At, "the result of %s is never returned", function).Return(use.At)
			if function == "ok" {
				draft.Warn() // the handler succeeds all the same
			}
		}
	})
}
