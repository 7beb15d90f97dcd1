package syntax

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"
)

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

// parts returns the parameters and the body of a function literal.
func parts(fn ast.Expression) (list *ast.ParameterList, body any) {
	switch fn := fn.(type) {
	case *ast.FunctionLiteral:
		return fn.ParameterList, fn.Body
	case *ast.ArrowFunctionLiteral:
		return fn.ParameterList, fn.Body
	}
	return nil, nil
}

// Parameter returns the name of the first parameter of a function literal, "" if it has none.
func Parameter(fn ast.Expression) unistring.String {
	list, _ := parts(fn)
	if list == nil || len(list.List) == 0 {
		return ""
	}
	name, _ := list.List[0].Target.(*ast.Identifier)
	if name == nil {
		return ""
	}
	return name.Name
}
