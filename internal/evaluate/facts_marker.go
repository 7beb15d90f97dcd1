package evaluate

import (
	"github.com/dop251/goja/ast"
)

// invalidMarker says what is wrong with the arguments of a usesScopes call. It judges what stands in the call only: a
// name may have any value.
func invalidMarker(path []string, e *ast.CallExpression) string {
	if path[len(path)-1] != usesScopesName {
		return ""
	}
	for _, arg := range e.ArgumentList {
		if _, spread := arg.(*ast.SpreadElement); spread {
			return "" // any number of arguments
		}
	}
	switch args := e.ArgumentList; {
	case len(args) == 0:
		return "has no arguments"
	case isFunction(args[0]):
		return "has a function in place of scopes"
	case literalShape(args[0]) != "" && literalShape(args[0]) != "a string":
		return "has " + literalShape(args[0]) + " in place of scopes"
	case len(args) == 1:
		return "has no function, which it would call"
	case literalShape(args[1]) != "":
		return "has " + literalShape(args[1]) + " in place of a function"
	}
	return ""
}

func isFunction(e ast.Expression) bool {
	switch e.(type) {
	case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral:
		return true
	}
	return false
}

// literalShape names a literal that is neither a function nor an array; "" for other expressions.
func literalShape(e ast.Expression) string {
	switch e.(type) {
	case *ast.StringLiteral:
		return "a string"
	case *ast.NumberLiteral:
		return "a number"
	case *ast.BooleanLiteral:
		return "a boolean"
	case *ast.NullLiteral:
		return "null"
	case *ast.ObjectLiteral:
		return "an object"
	case *ast.RegExpLiteral:
		return "a regular expression"
	}
	return ""
}
