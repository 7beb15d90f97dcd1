package constant

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/unistring"

	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// Origin is what a name stands for.
type Origin struct {
	// Value is what the name has as its value, or a list of such values if IsElement is set.
	Value     ast.Expression
	Scope     Scope
	IsElement bool
	// At is where the value starts, or the parameter that the name is.
	At file.Idx
}

// Reads returns how often code reads names of a text.
type Reads func(unistring.String) int

// positionsOf returns the parameters that get elements of the list whose method calls a function.
func positionsOf(method *ast.DotExpression) []int {
	switch method.Identifier.Name {
	case "map", "forEach", "flatMap", "filter", "some", "every", "find", "findIndex", "findLast", "findLastIndex":
		return []int{0}
	case "sort", "toSorted":
		return []int{0, 1}
	case "reduce":
		return []int{1}
	}
	return nil
}

// Origins returns what a name stands for: the value of a declaration or of the only assignment, the element of a list
// in a loop, the element that a method of the list passes to a function, or what each call of a function passes. The
// value of a name in a pattern is a member of another one. It returns none for other expressions, and for names that
// have other values, of whose objects code sets members, or to whose lists it adds elements.
func (n *Names) Origins(e ast.Expression, s Scope, reads Reads) []Origin {
	v := value{e, s}
	if id, isName := e.(*ast.Identifier); isName {
		x := n.indexed()
		declared := x.declared(n, id.Name, s)
		isNothing := func(v value) bool { return v.expr == nil || syntax.IsNullish(v.expr) }
		values := slices.DeleteFunc(slices.Clone(x.values[declared]), isNothing)
		if len(values) != 1 || x.changed[declared] || x.grown[declared] {
			return nil
		}
		v = values[0]
	}
	switch of := v.expr.(type) {
	case *element:
		if of.list == nil {
			return nil
		}
		return []Origin{{of.list, v.scope, true, of.list.Idx0()}}
	case *parameter:
		return n.passedTo(of, reads)
	}
	if v.expr == e {
		return nil
	}
	return []Origin{{v.expr, v.scope, false, v.start()}}
}

// start returns where a value starts, or the object of which a pattern reads it.
func (v value) start() file.Idx {
	for {
		member, isMember := v.expr.(*ast.BracketExpression)
		if !isMember {
			break
		}
		v.expr = member.Left
	}
	switch of := v.expr.(type) {
	case *element:
		return of.list.Idx0()
	case *parameter:
		return of.at()
	}
	return v.expr.Idx0()
}

// ParameterOrigins is Origins for a parameter of a function.
func (n *Names) ParameterOrigins(fn ast.Expression, position int, reads Reads) []Origin {
	own := n.indexed().functions[fn]
	if own == nil || own.parameters() == nil || position >= len(own.parameters().List) {
		return nil
	}
	fallback := own.parameters().List[position].Initializer
	return n.passedTo(&parameter{of: own, position: position, fallback: fallback}, reads)
}

// passedTo returns what the callers of a function pass as a parameter: a list of which a method passes each element, or
// an argument of each call. It returns none if there can be others.
func (n *Names) passedTo(p *parameter, reads Reads) []Origin {
	n.indexCalls()
	if p.fallback != nil {
		return nil
	}
	if c, isPassed := n.index.passed[p.of.node]; isPassed {
		if len(c.args()) == 0 || c.args()[0] != p.of.node {
			return nil
		}
		return passedElement(p, c)
	}
	var all []Origin
	for _, c := range n.onlyCalls(p.of, reads) {
		one := passedArgument(p, c)
		if c.isMapping {
			one = passedElement(p, c.call)
		}
		if one == nil {
			return nil
		}
		all = append(all, one...)
	}
	return all
}

// passedArgument returns the argument of a call for a parameter.
func passedArgument(p *parameter, c use) []Origin {
	args := c.args()
	isSpread := func(arg ast.Expression) bool { _, spreads := arg.(*ast.SpreadElement); return spreads }
	if p.position >= len(args) || slices.ContainsFunc(args[:p.position+1], isSpread) {
		return nil
	}
	return []Origin{{args[p.position], c.scope, false, p.at()}}
}

// passedElement returns the list of which a method passes each element as a parameter.
func passedElement(p *parameter, c call) []Origin {
	dot, isMethod := c.callee().(*ast.DotExpression)
	if !isMethod || !slices.Contains(positionsOf(dot), p.position) {
		return nil
	}
	if dot.Identifier.Name == "reduce" && len(c.args()) != 2 { // the first call gets two elements
		return nil
	}
	return []Origin{{dot.Left, c.scope, true, p.at()}}
}

// use is a call of a function, or of a method of a list that gets the function by its name.
type use struct {
	call
	isMapping bool
}

// onlyCalls returns the uses of a function that has one name, if code reads the name for nothing else. It returns none
// for other functions.
func (n *Names) onlyCalls(f *function, reads Reads) (found []use) {
	x := n.index
	labels := x.labels[f.node]
	if len(labels) != 1 {
		return nil
	}
	of := x.declared(n, labels[0], n.parent(f.scope))
	if values := assigned(x.values[of]); len(values) != 1 || values[0].expr != f.node {
		return nil
	}
	count := len(x.mapping[labels[0]])
	for _, c := range x.mapping[labels[0]] {
		if x.declared(n, labels[0], c.scope) == of {
			found = append(found, use{c, true})
		}
	}
	for _, c := range x.calls[labels[0]] {
		callee, isName := c.callee().(*ast.Identifier)
		if _, isCall := c.node.(*ast.CallExpression); !isName || !isCall {
			continue
		}
		count++
		if x.declared(n, callee.Name, c.scope) == of {
			found = append(found, use{c, false})
		}
	}
	if count != reads(labels[0]) {
		return nil
	}
	return found
}

func (p *parameter) at() file.Idx { return p.of.parameters().List[p.position].Target.Idx0() }

// Called returns the function of the source that a callee is, and the scope of its body. It is nil if the callee can be
// others.
func (n *Names) Called(callee ast.Expression, s Scope) (ast.Expression, Scope) {
	x := n.indexed()
	if id, isName := callee.(*ast.Identifier); isName {
		values := assigned(x.values[x.declared(n, id.Name, s)])
		if len(values) != 1 {
			return nil, 0
		}
		callee = values[0].expr
	}
	if own := x.functions[callee]; own != nil {
		return own.node, own.scope
	}
	return nil, 0
}
