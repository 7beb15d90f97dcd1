package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var codeFromText = &checker.Rule{
	ID:       "code-from-text",
	Severity: diag.Error,
	Title:    "do not create code from strings",
	Why:      "the edge platform refuses eval and new Function: they throw an EvalError",
	Hint:     "write the code as a function, or parse data with JSON.parse",
	Before:   "const rule = new Function('amount', ctx.input.rule);",
	After:    "const rules = { large: (amount: number) => amount > 1000 };",
	Run:      runCodeFromText,
}

func runCodeFromText(p *checker.Pass) {
	eachUse(p, declared.CodeFromText, func(use declared.Use) {
		p.Reportf(use.At, "the edge platform refuses to run %s", use.Path[0])
	})
}
