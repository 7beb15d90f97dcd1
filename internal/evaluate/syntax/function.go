package syntax

import "github.com/dop251/goja/ast"

// IsFunction reports whether an expression is a function literal.
func IsFunction(e ast.Expression) bool {
	switch e.(type) {
	case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral:
		return true
	}
	return false
}

// IsAsync reports whether an expression is the literal of an async function.
func IsAsync(e ast.Expression) bool {
	switch e := e.(type) {
	case *ast.FunctionLiteral:
		return e.Async
	case *ast.ArrowFunctionLiteral:
		return e.Async
	}
	return false
}
