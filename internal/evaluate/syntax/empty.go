package syntax

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"
)

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

// isEmptyStatement reports whether the expressions of a statement are literals, if it has any.
func isEmptyStatement(s ast.Statement) bool {
	switch s := s.(type) {
	case nil, *ast.EmptyStatement, *ast.BranchStatement:
		return true
	case *ast.LabelledStatement:
		return isEmptyStatement(s.Statement)
	case *ast.BlockStatement:
		return s == nil || !slices.ContainsFunc(s.List, hasCode)
	case *ast.IfStatement:
		return isFixed(s.Test) && isEmptyStatement(s.Consequent) && isEmptyStatement(s.Alternate)
	case *ast.TryStatement:
		return isEmptyStatement(s.Body) && isEmptyStatement(s.Finally) && (s.Catch == nil || isEmptyStatement(s.Catch.Body))
	case *ast.VariableStatement:
		return !slices.ContainsFunc(s.List, hasValue)
	case *ast.LexicalDeclaration:
		return !slices.ContainsFunc(s.List, hasValue)
	case *ast.ExpressionStatement:
		return isFixed(s.Expression)
	}
	return false
}

func hasCode(s ast.Statement) bool { return !isEmptyStatement(s) }

func hasValue(b *ast.Binding) bool { return !isFixed(b.Initializer) }

// PlaceLoop gives a loop without code a position: the engine knows those of expressions only. If the loop does not end,
// it would be reported at the expression before it. The body becomes a name that the engine reads.
func PlaceLoop(s ast.Statement, name unistring.String) {
	switch s := s.(type) {
	case *ast.ForStatement:
		if isFixed(s.Test) && s.Update == nil {
			s.Body = placed(s.Body, s, name)
		}
	case *ast.WhileStatement:
		if isFixed(s.Test) {
			s.Body = placed(s.Body, s, name)
		}
	case *ast.DoWhileStatement:
		if isFixed(s.Test) {
			s.Body = placed(s.Body, s, name)
		}
	}
}

// placed returns the body of a loop with the position of the loop, unless the body has a position of its own.
func placed(body, loop ast.Statement, name unistring.String) ast.Statement {
	if !isEmptyStatement(body) {
		return body
	}
	at := &ast.ExpressionStatement{Expression: &ast.Identifier{Name: name, Idx: loop.Idx0()}}
	return &ast.BlockStatement{LeftBrace: body.Idx0(), List: []ast.Statement{at, body}, RightBrace: body.Idx1()}
}
