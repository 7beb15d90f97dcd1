package evaluate

import (
	"slices"

	"github.com/dop251/goja/ast"
)

// emptyLoop gives a loop without code a position: the engine knows those of expressions only. If the loop does not end,
// it would be reported at the expression before it. The body becomes a name that the engine reads.
func (w *walker) emptyLoop(s ast.Statement) {
	if w.reading {
		return
	}
	switch s := s.(type) {
	case *ast.ForStatement:
		if isFixed(s.Test) && s.Update == nil {
			s.Body = placed(s.Body, s)
		}
	case *ast.WhileStatement:
		if isFixed(s.Test) {
			s.Body = placed(s.Body, s)
		}
	case *ast.DoWhileStatement:
		if isFixed(s.Test) {
			s.Body = placed(s.Body, s)
		}
	}
}

// isFixed reports whether an expression is absent or a literal, which needs no position.
func isFixed(e ast.Expression) bool {
	if negated, ok := e.(*ast.UnaryExpression); ok {
		e = negated.Operand
	}
	switch e.(type) {
	case nil, *ast.BooleanLiteral, *ast.NumberLiteral, *ast.StringLiteral:
		return true
	}
	return false
}

// placed returns the body of a loop with the position of the loop, unless the body has a position of its own.
func placed(body, loop ast.Statement) ast.Statement {
	if !isEmpty(body) {
		return body
	}
	at := &ast.ExpressionStatement{Expression: &ast.Identifier{Name: runsName, Idx: loop.Idx0()}}
	return &ast.BlockStatement{LeftBrace: body.Idx0(), List: []ast.Statement{at, body}, RightBrace: body.Idx1()}
}

// isEmpty reports whether the expressions of a statement are literals, if it has any.
func isEmpty(s ast.Statement) bool {
	switch s := s.(type) {
	case nil, *ast.EmptyStatement, *ast.BranchStatement:
		return true
	case *ast.LabelledStatement:
		return isEmpty(s.Statement)
	case *ast.BlockStatement:
		return s == nil || !slices.ContainsFunc(s.List, hasCode)
	case *ast.IfStatement:
		return isFixed(s.Test) && isEmpty(s.Consequent) && isEmpty(s.Alternate)
	case *ast.TryStatement:
		return isEmpty(s.Body) && isEmpty(s.Finally) && (s.Catch == nil || isEmpty(s.Catch.Body))
	case *ast.VariableStatement:
		return !slices.ContainsFunc(s.List, hasValue)
	case *ast.LexicalDeclaration:
		return !slices.ContainsFunc(s.List, hasValue)
	case *ast.ExpressionStatement:
		return isFixed(s.Expression)
	}
	return false
}

func hasCode(s ast.Statement) bool { return !isEmpty(s) }

func hasValue(b *ast.Binding) bool { return !isFixed(b.Initializer) }
