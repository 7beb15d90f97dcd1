package syntax

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// IsLogical reports whether an operator returns one of its operands.
func IsLogical(operator token.Token) bool {
	return operator == token.LOGICAL_AND || operator == token.LOGICAL_OR || operator == token.COALESCE
}

// IsNullish reports whether an expression is null or undefined, which the bundler writes as `void 0`.
func IsNullish(e ast.Expression) bool {
	switch e := e.(type) {
	case *ast.NullLiteral:
		return true
	case *ast.UnaryExpression:
		return e.Operator == token.VOID
	}
	return IsName(e, "undefined")
}
