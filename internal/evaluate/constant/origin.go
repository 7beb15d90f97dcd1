package constant

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/unistring"
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

// listMethods are the methods of lists that pass each element to a function as its first argument.
var listMethods = []unistring.String{"map", "forEach", "flatMap", "filter", "some", "every", "find", "findIndex"}

// Origin returns what a name stands for: the value of a declaration, the element of a list in a loop, or the element
// that a method of the list passes to a function. The value of a name in a pattern is a member of another one. isKnown
// is false for other expressions, and for names that have other values or of whose objects code sets members.
func (n *Names) Origin(e ast.Expression, s Scope) (o Origin, isKnown bool) {
	v := value{e, s}
	if id, isName := e.(*ast.Identifier); isName {
		x := n.indexed()
		declared := x.declared(n, id.Name, s)
		values := x.values[declared]
		if len(values) != 1 || values[0].expr == nil || x.changed[declared] {
			return Origin{}, false
		}
		v = values[0]
	}
	switch of := v.expr.(type) {
	case *element:
		return Origin{of.list, v.scope, true, of.list.Idx0()}, of.list != nil
	case *parameter:
		return n.passedElement(of)
	}
	return Origin{v.expr, v.scope, false, v.start()}, v.expr != e
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

// passedElement returns the list of which a method passes each element as a parameter.
func (n *Names) passedElement(p *parameter) (o Origin, isKnown bool) {
	n.indexCalls()
	c, isPassed := n.index.passed[p.of.node]
	if !isPassed || p.position != 0 || p.fallback != nil || len(c.args()) == 0 || c.args()[0] != p.of.node {
		return Origin{}, false
	}
	dot, isMethod := c.callee().(*ast.DotExpression)
	if !isMethod || !slices.Contains(listMethods, dot.Identifier.Name) {
		return Origin{}, false
	}
	return Origin{dot.Left, c.scope, true, p.at()}, true
}

func (p *parameter) at() file.Idx { return p.of.parameters().List[p.position].Target.Idx0() }
