package facts

import (
	"strings"

	"github.com/dop251/goja/ast"
)

// announce makes a module say that it runs: when it starts, and again after its imports ran. So a file that does not
// end is named, and not the one that imports it.
func (w *walker) announce(body *ast.BlockStatement) {
	id := len(w.files)
	w.files = append(w.files, w.facts.file)
	at := body.Idx0()
	say := func() ast.Statement {
		return &ast.ExpressionStatement{Expression: callTo(Runs, at, at, number(id, at))}
	}
	directives := countWhile(body.List, isDirective)
	imports := directives + countWhile(body.List[directives:], isImport)
	list := make([]ast.Statement, 0, len(body.List)+2)
	list = append(append(list, body.List[:directives]...), say())
	if imports > directives {
		list = append(append(list, body.List[directives:imports]...), say())
	}
	body.List = append(list, body.List[imports:]...)
}

func countWhile(list []ast.Statement, holds func(ast.Statement) bool) int {
	for i, statement := range list {
		if !holds(statement) {
			return i
		}
	}
	return len(list)
}

func isDirective(s ast.Statement) bool {
	expression, ok := s.(*ast.ExpressionStatement)
	if !ok {
		return false
	}
	_, ok = expression.Expression.(*ast.StringLiteral)
	return ok
}

// isImport reports whether a statement is `init_x();`, which esbuild writes for an import.
func isImport(s ast.Statement) bool {
	expression, ok := s.(*ast.ExpressionStatement)
	if !ok {
		return false
	}
	call, ok := expression.Expression.(*ast.CallExpression)
	if !ok || len(call.ArgumentList) > 0 {
		return false
	}
	callee, ok := call.Callee.(*ast.Identifier)
	return ok && strings.HasPrefix(callee.Name.String(), "init_")
}
