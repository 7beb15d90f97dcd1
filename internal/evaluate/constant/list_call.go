package constant

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"

	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// ListCall is a call that makes a list: of other lists, or of what a function returns for each element of one.
type ListCall struct {
	// Of are lists in the scope of the call. The new list has their elements, or some of them.
	Of []ast.Expression
	// Made are the values that the function returns, in Scope.
	Made  []ast.Expression
	Scope Scope
	// IsShared means that the function has a name, so other calls can have its values.
	IsShared bool
	// Flattens means that elements which are lists are replaced by theirs.
	Flattens bool
	// Chooses means that a function may leave elements out, Changes that it sets members of them.
	Chooses, Changes bool
}

// keepers are the methods of lists that return elements of the list.
var keepers = []unistring.String{
	"filter", "slice", "reverse", "toReversed", "sort", "toSorted", "concat", "flat",
}

// bytesPerStep is how much code of a function counts as a step. Looking for its return statements takes that long.
const bytesPerStep = 16

// ListCall returns what a call makes a list of. It is nil for other calls.
func (n *Names) ListCall(e *ast.CallExpression, s Scope) *ListCall {
	dot, ok := e.Callee.(*ast.DotExpression)
	if !ok {
		return nil
	}
	of, method, args := dot.Left, dot.Identifier.Name, e.ArgumentList
	switch {
	case isListOf(dot, args):
		return &ListCall{Of: args}
	case syntax.IsName(of, "Array") && method == "from" && len(args) == 2:
		return n.madeBy(args[1], s)
	case (method == "map" || method == "flatMap") && len(args) > 0:
		made := n.madeBy(args[0], s)
		if made == nil || n.isOwnMethod(e.Callee, s) {
			return nil
		}
		made.Flattens = method == "flatMap"
		return made
	}
	if !slices.Contains(keepers, method) || n.isOwnMethod(e.Callee, s) {
		return nil
	}
	list := &ListCall{Of: []ast.Expression{of}, Flattens: method == "flat", Chooses: method == "filter"}
	if method == "concat" {
		list.Of = append(list.Of, args...)
	}
	for _, arg := range args {
		list.Changes = list.Changes || len(n.indexed().changedBy[arg]) > 0
	}
	return list
}

// isListOf reports whether a call makes a list with the elements of its only argument.
func isListOf(callee *ast.DotExpression, args []ast.Expression) bool {
	isPromises := syntax.IsName(callee.Left, "Promise") && callee.Identifier.Name == "all"
	isFrom := syntax.IsName(callee.Left, "Array") && callee.Identifier.Name == "from"
	return len(args) == 1 && (isPromises || isFrom)
}

// isOwnMethod reports whether a callee can be a function of the project instead of a method of lists.
func (n *Names) isOwnMethod(callee ast.Expression, s Scope) bool {
	return len(n.Functions(callee, s, nil)) > 0
}

// madeBy returns the values that a function returns. It is nil for other expressions than a function and its name.
func (n *Names) madeBy(function ast.Expression, s Scope) *ListCall {
	id, isShared := function.(*ast.Identifier)
	if isShared {
		function, _ = n.Fixed(id, s)
	}
	f := n.indexed().functions[function]
	if f == nil || !n.Spend(int(f.node.Idx1()-f.node.Idx0())/bytesPerStep) {
		return nil
	}
	values, _ := syntax.Returned(f.node)
	return &ListCall{Made: values, Scope: f.scope, IsShared: isShared}
}
