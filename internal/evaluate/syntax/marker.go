package syntax

import "github.com/dop251/goja/ast"

// InvalidMarker says what is wrong with the arguments of a usesScopes call. It judges what stands in the call only: a
// name may have any value.
func InvalidMarker(e *ast.CallExpression) string {
	for _, arg := range e.ArgumentList {
		if _, spread := arg.(*ast.SpreadElement); spread {
			return "" // any number of arguments
		}
	}
	switch args := e.ArgumentList; {
	case len(args) == 0:
		return "has no arguments"
	case IsFunction(args[0]):
		return "has a function instead of scopes"
	case literalShape(args[0]) != "" && literalShape(args[0]) != "a string":
		return "has " + literalShape(args[0]) + " instead of scopes"
	case isEmpty(args[0]):
		return "has no scopes"
	case len(args) == 1:
		return "has no function to call"
	case literalShape(args[1]) != "":
		return "has " + literalShape(args[1]) + " instead of a function"
	}
	return ""
}

func isEmpty(e ast.Expression) bool {
	array, ok := e.(*ast.ArrayLiteral)
	return ok && len(array.Value) == 0
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
