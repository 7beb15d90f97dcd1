package syntax

import (
	"slices"

	"github.com/dop251/goja/ast"
)

// IsFixed reports whether an expression is absent or a literal, which needs no position.
func IsFixed(e ast.Expression) bool {
	if negated, ok := e.(*ast.UnaryExpression); ok {
		e = negated.Operand
	}
	switch e.(type) {
	case nil, *ast.BooleanLiteral, *ast.NumberLiteral, *ast.StringLiteral:
		return true
	}
	return false
}

// IsEmpty reports whether the expressions of a statement are literals, if it has any.
func IsEmpty(s ast.Statement) bool {
	switch s := s.(type) {
	case nil, *ast.EmptyStatement, *ast.BranchStatement:
		return true
	case *ast.LabelledStatement:
		return IsEmpty(s.Statement)
	case *ast.BlockStatement:
		return s == nil || !slices.ContainsFunc(s.List, hasCode)
	case *ast.IfStatement:
		return IsFixed(s.Test) && IsEmpty(s.Consequent) && IsEmpty(s.Alternate)
	case *ast.TryStatement:
		return IsEmpty(s.Body) && IsEmpty(s.Finally) && (s.Catch == nil || IsEmpty(s.Catch.Body))
	case *ast.VariableStatement:
		return !slices.ContainsFunc(s.List, hasValue)
	case *ast.LexicalDeclaration:
		return !slices.ContainsFunc(s.List, hasValue)
	case *ast.ExpressionStatement:
		return IsFixed(s.Expression)
	}
	return false
}

func hasCode(s ast.Statement) bool { return !IsEmpty(s) }

func hasValue(b *ast.Binding) bool { return !IsFixed(b.Initializer) }
