package constant

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"

	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// at declares names where a scope sees them.
func (x *index) at(n *Names, s Scope) places {
	return func(text unistring.String) name { return x.declared(n, text, s) }
}

// changes records that code changes what an expression names: the object of which it sets or deletes a member, the list
// whose elements it replaces, and what other names they have.
func (x *index) changes(place places, of ast.Expression) {
	switch e := unwrapped(of).(type) {
	case *ast.DotExpression:
		x.changes(place, e.Left)
		x.changes(place, x.memberOf(place, e))
		if alias, isGlobal := globalMember(e); isGlobal {
			x.change(place, name{0, e.Identifier.Name})
			x.change(place, alias)
		}
	case *ast.CallExpression:
		x.changes(in(0), x.returnedName(place, e))
	case *ast.BracketExpression:
		x.changes(place, e.Left)
	case *ast.OptionalChain:
		x.changes(place, e.Expression)
	case *ast.Optional:
		x.changes(place, e.Expression)
	case *ast.ConditionalExpression:
		x.changes(place, e.Consequent)
		x.changes(place, e.Alternate)
	case *ast.ArrayLiteral:
		for _, one := range e.Value {
			x.changes(place, one)
		}
	case *element:
		x.changes(place, e.list)
	case *ast.Identifier:
		x.change(place, place(e.Name))
	}
}

// globalMember returns the name under which the index has the values of a member of globalThis. Source code cannot
// spell it.
func globalMember(e ast.Expression) (name, bool) {
	dot, isMember := e.(*ast.DotExpression)
	if !isMember || !syntax.IsName(dot.Left, "globalThis") {
		return name{}, false
	}
	return name{0, "globalThis." + dot.Identifier.Name}, true
}

// memberOf returns the value of a member of the object literal that a name has, nil for other members.
func (x *index) memberOf(place places, e *ast.DotExpression) ast.Expression {
	id, isName := e.Left.(*ast.Identifier)
	if !isName {
		return nil
	}
	values := assigned(x.values[place(id.Name)])
	if len(values) != 1 {
		return nil
	}
	return syntax.Member(unwrapped(values[0].expr), e.Identifier.Name.String())
}

// returnedName returns the name of the bundle that a function of a name returns: `() => settings`. It returns nil for
// other calls.
func (x *index) returnedName(place places, e *ast.CallExpression) ast.Expression {
	id, isName := e.Callee.(*ast.Identifier)
	if !isName {
		return nil
	}
	for _, v := range x.values[place(id.Name)] {
		if own := x.functions[v.expr]; own != nil {
			if name, returnsName := own.returned().(*ast.Identifier); returnsName {
				return name
			}
		}
	}
	return nil
}

// returned returns the expression of an arrow function, or of the last statement of a function, nil for others.
func (f *function) returned() ast.Expression {
	switch body := f.body().(type) {
	case *ast.ExpressionBody:
		return body.Expression
	case *ast.BlockStatement:
		if last := len(body.List) - 1; last >= 0 {
			if statement, isReturn := body.List[last].(*ast.ReturnStatement); isReturn {
				return statement.Argument
			}
		}
	}
	return nil
}

// change records that code changes what a name stands for.
func (x *index) change(place places, changed name) {
	if x.changed[changed] {
		return
	}
	x.changed[changed] = true
	for _, v := range x.values[changed] {
		if p, ok := v.expr.(*parameter); ok {
			x.changedBy[p.of.node] = append(x.changedBy[p.of.node], p.position)
			continue
		}
		x.changes(place, v.expr)
	}
}

// unwrapped returns the literal that rewritten code wraps in a call, and other expressions as they are.
func unwrapped(e ast.Expression) ast.Expression {
	if call, ok := e.(*ast.CallExpression); ok && len(call.ArgumentList) > 0 {
		if id, ok := call.Callee.(*ast.Identifier); ok && strings.HasPrefix(string(id.Name), "%") {
			return call.ArgumentList[len(call.ArgumentList)-1]
		}
	}
	return e
}

// memberSetters are the functions of Object and Reflect that set or delete members of their argument.
var memberSetters = []unistring.String{
	"assign", "defineProperty", "defineProperties", "set", "deleteProperty", "setPrototypeOf",
}

// elementSetters are the methods of a list that replace or remove elements.
var elementSetters = []unistring.String{"splice", "fill", "pop", "shift", "copyWithin"}

// maxRounds bounds through how many functions a change is followed.
const maxRounds = 8

// changesOfCalls records what the functions that code calls change.
func (x *index) changesOfCalls(n *Names) {
	for _, c := range n.calls {
		dot, ok := c.callee().(*ast.DotExpression)
		if !ok {
			continue
		}
		args, method := c.args(), dot.Identifier.Name
		if isBuiltIn(dot.Left) && len(args) > 0 && slices.Contains(memberSetters, method) {
			x.changes(x.at(n, c.scope), args[0])
		} else if slices.Contains(elementSetters, method) {
			x.changes(x.at(n, c.scope), dot.Left)
		} else if method == "push" || method == "unshift" {
			x.grow(x.at(n, c.scope), dot.Left)
		}
	}
	for range maxRounds {
		before := len(x.changed)
		x.changesOfFunctions(n)
		if len(x.changed) == before {
			return
		}
	}
}

// grow records that code adds elements to a list that a name, or a member of its object, stands for.
func (x *index) grow(place places, list ast.Expression) {
	for {
		switch e := list.(type) {
		case *ast.Identifier:
			x.grown[place(e.Name)] = true
			return
		case *ast.DotExpression:
			list = e.Left
		case *ast.BracketExpression:
			list = e.Left
		default:
			return
		}
	}
}

func isBuiltIn(e ast.Expression) bool {
	of, ok := e.(*ast.Identifier)
	return ok && (of.Name == "Object" || of.Name == "Reflect")
}

// changesOfFunctions records the arguments that calls pass to functions which change them, and the elements of lists
// whose methods call such a function.
func (x *index) changesOfFunctions(n *Names) {
	if len(x.changedBy) == 0 {
		return
	}
	methods := x.changingMethods(n)
	for _, c := range n.calls {
		place, args := x.at(n, c.scope), c.args()
		var positions []int
		switch callee := c.callee().(type) {
		case *ast.Identifier:
			for _, v := range x.values[place(callee.Name)] {
				positions = append(positions, x.changedBy[v.expr]...)
			}
		case *ast.DotExpression:
			positions = methods[callee.Identifier.Name]
			if len(args) > 0 && x.changesElements(place, callee, args[0]) {
				x.changes(place, callee.Left)
			}
		}
		for _, position := range positions {
			if position < len(args) {
				x.changes(place, args[position])
			}
		}
	}
}

// changesElements reports whether a function that a method gets changes what it gets: a literal, or the function of a
// name that a method of lists calls for the elements.
func (x *index) changesElements(place places, method *ast.DotExpression, fn ast.Expression) bool {
	if id, isName := fn.(*ast.Identifier); isName && len(positionsOf(method)) > 0 {
		changes := func(v value) bool { return len(x.changedBy[v.expr]) > 0 }
		return slices.ContainsFunc(x.values[place(id.Name)], changes)
	}
	return len(x.changedBy[fn]) > 0
}

// changingMethods returns the positions of the arguments that methods of a name change.
func (x *index) changingMethods(n *Names) map[unistring.String][]int {
	methods := map[unistring.String][]int{}
	for fn, positions := range x.changedBy {
		for _, label := range x.labels[fn] {
			methods[label] = append(methods[label], positions...)
		}
	}
	for _, m := range n.members {
		if positions := x.changedBy[m.node]; len(positions) > 0 {
			methods[keyText(m.key)] = append(methods[keyText(m.key)], positions...)
		}
	}
	return methods
}

// SetsMember reports whether code sets a member of a name of an object that may be any: other than of an object that
// the source makes, and of this.
func (n *Names) SetsMember(text string) bool {
	x := n.indexed()
	if x.sets == nil {
		x.sets = map[string]bool{}
		for _, b := range n.bindings {
			if dot, isMember := b.target.(*ast.DotExpression); isMember && !b.declares && x.mayBeAny(n, dot.Left, b.scope) {
				x.sets[dot.Identifier.Name.String()] = true
			}
			if bracket, isMember := b.target.(*ast.BracketExpression); isMember && x.mayBeAny(n, bracket.Left, b.scope) {
				x.sets[syntax.KeyName(bracket.Member)] = true
			}
		}
		for _, c := range n.calls {
			dot, isMember := c.callee().(*ast.DotExpression)
			if !isMember || !isBuiltIn(dot.Left) || !slices.Contains(memberSetters, dot.Identifier.Name) {
				continue
			}
			if args := c.args(); len(args) > 1 && x.mayBeAny(n, args[0], c.scope) {
				x.sets[syntax.KeyName(args[1])] = true
				for _, one := range args[1:] {
					for _, key := range syntax.Keys(unwrapped(one)) {
						x.sets[syntax.KeyName(key)] = true
					}
				}
			}
		}
	}
	return x.sets[text]
}

// mayBeAny reports whether an expression can be an object that the source does not make.
func (x *index) mayBeAny(n *Names, e ast.Expression, s Scope) bool {
	values := []value{{e, s}}
	if id, isName := e.(*ast.Identifier); isName {
		values = assigned(x.values[x.declared(n, id.Name, s)])
	}
	return len(values) == 0 || slices.ContainsFunc(values, func(v value) bool {
		switch unwrapped(v.expr).(type) {
		case *ast.ObjectLiteral, *ast.NewExpression, *ast.ThisExpression, *ast.FunctionLiteral, *ast.ClassLiteral:
			return false
		}
		return true
	})
}
