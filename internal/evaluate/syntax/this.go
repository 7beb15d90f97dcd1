package syntax

import (
	"slices"

	"github.com/dop251/goja/ast"
)

// ThisMembers returns the members that a function reads of its own `this`, each once, "#" for a private one and "" for
// `this` by itself. It returns nil for an arrow function, which has none, and for other expressions.
func ThisMembers(fn ast.Expression) []string { return readsOfThis(fn).names }

// TestsThis reports whether a function asks what its `this` is: typeof this, this?.a, this instanceof A. It expects
// several.
func TestsThis(fn ast.Expression) bool { return readsOfThis(fn).isTested }

func readsOfThis(fn ast.Expression) (found thisReads) {
	if literal, isFunction := fn.(*ast.FunctionLiteral); isFunction {
		eachNode(literal.ParameterList, found.node)
		eachNode(literal.Body, found.node)
	}
	return found
}

type thisReads struct {
	names    []string
	isTested bool
}

func (t *thisReads) add(name string) {
	if !slices.Contains(t.names, name) {
		t.names = append(t.names, name)
	}
}

// node handles a node whose `this` matters, or another one: isDone means that nothing below it does.
func (t *thisReads) node(node any) (isDone bool) {
	switch node := node.(type) {
	case *ast.ThisExpression:
		t.add("")
	case *ast.Optional:
		t.isTested = t.isTested || isThisExpression(node.Expression)
	case *ast.UnaryExpression:
		t.isTested = t.isTested || isThisExpression(node.Operand)
	case *ast.BinaryExpression:
		t.isTested = t.isTested || isThisExpression(node.Left)
	case *ast.IfStatement:
		t.isTested = t.isTested || isThisExpression(node.Test)
	case *ast.ConditionalExpression:
		t.isTested = t.isTested || isThisExpression(node.Test)
	case *ast.DotExpression:
		if isThisExpression(node.Left) {
			t.add(node.Identifier.Name.String())
			return true
		}
	case *ast.PrivateDotExpression:
		if isThisExpression(node.Left) {
			t.add("#")
			return true
		}
	case *ast.BracketExpression:
		if name := KeyName(node.Member); name != "" && isThisExpression(node.Left) {
			t.add(name)
			return true
		}
	case *ast.ClassLiteral:
		eachNode(node.SuperClass, t.node)
		return true
	case *ast.FunctionLiteral:
		return true
	}
	return false
}

func isThisExpression(e ast.Expression) bool {
	_, isThis := e.(*ast.ThisExpression)
	return isThis
}
