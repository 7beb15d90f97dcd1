package syntax

import (
	"slices"

	"github.com/dop251/goja/ast"
)

// scopesShapes are those of scopes: a scope, a list of them, or any other expression.
var scopesShapes = []string{ShapeString, ShapeArray, ""}

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
	case isEmpty(args[0]):
		return "has no scopes"
	case !slices.Contains(scopesShapes, LiteralShape(args[0])):
		return "has " + LiteralShape(args[0]) + " instead of scopes"
	case len(args) == 1:
		return "has no function to call"
	case LiteralShape(args[1]) != "":
		return "has " + LiteralShape(args[1]) + " instead of a function"
	}
	return ""
}

func isEmpty(e ast.Expression) bool {
	array, ok := e.(*ast.ArrayLiteral)
	return ok && len(array.Value) == 0
}
