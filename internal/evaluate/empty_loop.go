package evaluate

import (
	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// emptyLoop gives a loop without code a position: the engine knows those of expressions only. If the loop does not end,
// it would be reported at the expression before it. The body becomes a name that the engine reads.
func (w *walker) emptyLoop(s ast.Statement) {
	if w.reading {
		return
	}
	switch s := s.(type) {
	case *ast.ForStatement:
		if syntax.IsFixed(s.Test) && s.Update == nil {
			s.Body = placed(s.Body, s)
		}
	case *ast.WhileStatement:
		if syntax.IsFixed(s.Test) {
			s.Body = placed(s.Body, s)
		}
	case *ast.DoWhileStatement:
		if syntax.IsFixed(s.Test) {
			s.Body = placed(s.Body, s)
		}
	}
}

// placed returns the body of a loop with the position of the loop, unless the body has a position of its own.
func placed(body, loop ast.Statement) ast.Statement {
	if !syntax.IsEmpty(body) {
		return body
	}
	at := &ast.ExpressionStatement{Expression: &ast.Identifier{Name: runsName, Idx: loop.Idx0()}}
	return &ast.BlockStatement{LeftBrace: body.Idx0(), List: []ast.Statement{at, body}, RightBrace: body.Idx1()}
}
