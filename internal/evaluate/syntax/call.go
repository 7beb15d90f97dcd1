// Package syntax answers questions about single nodes of a syntax tree.
package syntax

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
)

// CalleeName returns the position of a called function's name: `tool` of worker.tool(...).
func CalleeName(callee ast.Expression) file.Idx {
	switch callee := callee.(type) {
	case *ast.DotExpression:
		return callee.Identifier.Idx
	case *ast.BracketExpression:
		return callee.Member.Idx0()
	case *ast.OptionalChain:
		return CalleeName(callee.Expression)
	case *ast.Optional:
		return CalleeName(callee.Expression)
	}
	return callee.Idx0()
}

// CalleeText returns the called name, or the method of an object; "" for other callees.
func CalleeText(e ast.Expression) string {
	switch e := e.(type) {
	case *ast.Identifier:
		return e.Name.String()
	case *ast.DotExpression:
		return e.Identifier.Name.String()
	}
	return ""
}

// Call returns the call whose value an expression has. It returns nil for others, such as `await call`.
func Call(e ast.Expression) *ast.CallExpression {
	switch e := e.(type) {
	case *ast.CallExpression:
		return e
	case *ast.OptionalChain:
		return Call(e.Expression)
	case *ast.Optional:
		return Call(e.Expression)
	}
	return nil
}

// Called returns the function that a call calls, and its arguments: f and a for f(a), and f.call(this, a).
func Called(e *ast.CallExpression) (ast.Expression, []ast.Expression) {
	if dot, ok := e.Callee.(*ast.DotExpression); ok {
		switch dot.Identifier.Name {
		case "call":
			return dot.Left, e.ArgumentList[1:]
		case "apply":
			if len(e.ArgumentList) == 2 {
				return dot.Left, []ast.Expression{&ast.SpreadElement{Expression: e.ArgumentList[1]}}
			}
		}
	}
	return e.Callee, e.ArgumentList
}

// AwaitedMap returns the call of map for `await list.map(…)`, whose value is a list, and nil for other expressions.
func AwaitedMap(e ast.Expression) *ast.CallExpression {
	await, ok := e.(*ast.AwaitExpression)
	if !ok {
		return nil
	}
	call := Call(await.Argument)
	if call == nil || CalleeText(call.Callee) != "map" {
		return nil
	}
	return call
}
