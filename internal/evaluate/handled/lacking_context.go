package handled

import (
	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// LackingContext returns a finding if a call of lookupInstall or handOff has one argument of the two.
func LackingContext(e *ast.CallExpression, functions Functions) []Finding {
	function := functions.OfPromise(e.Callee)
	if function == "" || len(e.ArgumentList) != 1 {
		return nil
	}
	if _, isSpread := e.ArgumentList[0].(*ast.SpreadElement); isSpread {
		return nil
	}
	use := declared.Use{Kind: declared.LacksContext, Path: []string{function}}
	return []Finding{{Use: use, At: syntax.CalleeName(e.Callee)}}
}
