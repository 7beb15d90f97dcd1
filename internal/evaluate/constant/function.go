package constant

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"

	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// called returns what a call can return.
func (q *question) called(e *ast.CallExpression, s Scope) []value {
	if slices.Contains(q.declaring, string(lastName(e.Callee))) && len(e.ArgumentList) > 0 {
		return q.reduce(value{e.ArgumentList[0], s}) // here, since the id may be a parameter of the function around
	}
	if id, ok := e.Callee.(*ast.Identifier); ok {
		if strings.HasPrefix(string(id.Name), "%") { // a function that the recorder put around its last argument
			return q.reduce(value{e.ArgumentList[len(e.ArgumentList)-1], s})
		}
		if id.Name == "__export" && len(e.ArgumentList) == 2 {
			return exportsObject(e.ArgumentList[1], s)
		}
		if id.Name == "String" && len(e.ArgumentList) == 1 {
			return q.mapTexts(value{e.ArgumentList[0], s}, strings.Clone)
		}
	}
	if dot, ok := e.Callee.(*ast.DotExpression); ok {
		if found, ok := q.method(dot, e.ArgumentList, s); ok {
			return found
		}
	}
	if object := enumObject(e); object != nil {
		return []value{{object, s}}
	}
	var found []value
	outer := q.partial
	q.partial = false
	callees := q.reduce(value{e.Callee, s})
	isOpen := q.partial
	q.partial = q.partial || outer
	for _, v := range callees {
		node, frame := v.expr, q.frame
		if m, ok := node.(*made); ok {
			node, frame = m.of.expr, m.frame
		}
		if f := q.index.functions[node]; f != nil {
			found = append(found, q.resultOf(f, call{e, s}, frame, isOpen)...)
		}
	}
	if len(found) == 0 {
		q.partial = true
		found = q.unknownWrapper(e, s)
	}
	return found
}

// method follows the built-in functions that keep values. ok is false for others.
func (q *question) method(dot *ast.DotExpression, args []ast.Expression, s Scope) (found []value, ok bool) {
	method := dot.Identifier.Name
	if id, isName := dot.Left.(*ast.Identifier); isName && id.Name == "Object" && len(args) == 1 {
		return q.objectFunction(method, value{args[0], s})
	}
	if isListOf(dot, args) {
		return q.reduce(value{args[0], s}), true
	}
	if syntax.IsName(dot.Left, "Array") && method == "from" && len(args) == 2 {
		return q.mapped(value{args[1], s}, false), true
	}
	left := value{dot.Left, s}
	if change := textMethods[method]; change != nil {
		return q.mapTexts(left, change), true
	}
	switch method {
	case "bind":
		return q.reduce(left), true
	case "filter", "slice", "reverse", "toReversed", "sort", "toSorted", "values":
		return []value{{&ast.ArrayLiteral{Value: []ast.Expression{&ast.SpreadElement{Expression: dot.Left}}}, s}}, true
	case "flat":
		list := &ast.ArrayLiteral{}
		for _, v := range q.eachOf(left) {
			list.Value = append(list.Value, elementOf(v, true))
		}
		return []value{{list, s}}, true
	case "concat":
		list := &ast.ArrayLiteral{Value: []ast.Expression{&ast.SpreadElement{Expression: dot.Left}}}
		for _, arg := range args {
			list.Value = append(list.Value, &ast.SpreadElement{Expression: arg})
		}
		return []value{{list, s}}, true
	case "find", "at", "pop", "shift":
		return q.eachOf(left), true
	case "map", "flatMap":
		if len(args) == 0 {
			return nil, false
		}
		return q.mapped(value{args[0], s}, method == "flatMap"), true
	}
	return nil, false
}

// mapped returns the list of what a function returns for each element of another one.
func (q *question) mapped(function value, isFlattened bool) []value {
	list := &ast.ArrayLiteral{}
	for _, v := range q.reduce(function) {
		if f := q.index.functions[v.expr]; f != nil {
			for _, r := range q.returns(f) {
				list.Value = append(list.Value, elementOf(r, isFlattened))
			}
		}
	}
	q.partial = q.partial || len(list.Value) == 0
	return []value{{list, function.scope}}
}

// elementOf returns a value as an element of a list, or the elements of a list that is flattened into it.
func elementOf(v value, isFlattened bool) ast.Expression {
	if _, isList := v.expr.(*ast.ArrayLiteral); isList && isFlattened {
		return &ast.SpreadElement{Expression: &scoped{v.expr, v}}
	}
	return &scoped{v.expr, v}
}

func (q *question) objectFunction(method unistring.String, of value) (found []value, ok bool) {
	switch method {
	case "freeze", "seal":
		return q.reduce(of), true
	case "values", "keys":
		for _, v := range q.reduce(of) {
			object, isObject := v.expr.(*ast.ObjectLiteral)
			switch {
			case !isObject:
				q.partial = true
			case method == "keys":
				found = append(found, value{&ast.ArrayLiteral{Value: q.keys(object)}, v.scope})
			default:
				list := &ast.ArrayLiteral{}
				for _, p := range q.all(q.properties(object, v.scope)) {
					list.Value = append(list.Value, p.expr)
				}
				found = append(found, value{list, v.scope})
			}
		}
		return found, true
	}
	return nil, false
}

// created returns the instance that `new` creates. A Set has the elements of its argument.
func (q *question) created(e *ast.NewExpression, s Scope) (found []value) {
	if id, ok := e.Callee.(*ast.Identifier); ok && id.Name == "Set" && len(e.ArgumentList) == 1 {
		return q.reduce(value{e.ArgumentList[0], s})
	}
	for _, v := range q.reduce(value{e.Callee, s}) {
		if c, ok := v.expr.(*ast.ClassLiteral); ok {
			found = append(found, value{&instance{class: c}, v.scope})
		}
	}
	if len(found) == 0 {
		q.partial = true
	}
	return found
}

// returns returns what a function can return: the value of an arrow function, or that of its return statements outside
// loops and blocks of `try`.
func (q *question) returns(f *function) []value {
	switch body := f.body().(type) {
	case *ast.ExpressionBody:
		return q.reduce(value{body.Expression, f.scope})
	case *ast.BlockStatement:
		return q.returned(body.List, f.scope)
	}
	q.partial = true
	return nil
}

// returned reads the return statements of a body. Their names are looked up from the scope of the parameters, so a
// constant of the body is unknown.
func (q *question) returned(list []ast.Statement, s Scope) (found []value) {
	for _, statement := range list {
		switch st := statement.(type) {
		case *ast.ReturnStatement:
			if st.Argument != nil {
				found = append(found, q.reduce(value{st.Argument, s})...)
			}
		case *ast.BlockStatement:
			found = append(found, q.returned(st.List, s)...)
		case *ast.IfStatement:
			found = append(found, q.returned([]ast.Statement{st.Consequent, st.Alternate}, s)...)
		case *ast.SwitchStatement:
			for _, c := range st.Body {
				found = append(found, q.returned(c.Consequent, s)...)
			}
		}
	}
	return found
}

// each are the methods of arrays that pass each element to their first argument.
var each = map[unistring.String]bool{
	"map": true, "forEach": true, "flatMap": true, "filter": true, "some": true, "every": true, "find": true,
}

// passed returns what the callers of a function pass for a parameter.
func (q *question) passed(p *parameter) (found []value) {
	if q.active[p] {
		return nil // a recursive call passes what an outer one passed
	}
	if found, framed := q.framed(p); framed {
		return found
	}
	q.loose = true
	if q.active == nil {
		q.active = map[*parameter]bool{}
	}
	q.active[p] = true
	q.indexCalls()
	defer delete(q.active, p)
	if p.fallback != nil {
		found = q.reduce(value{p.fallback, p.of.scope})
	}
	callers := 0
	if c, ok := q.index.passed[p.of.node]; ok {
		callers++
		dot, isMethod := c.callee().(*ast.DotExpression)
		if isMethod && each[dot.Identifier.Name] && p.position == 0 {
			found = append(found, q.eachOf(value{dot.Left, c.scope})...)
		} else {
			q.partial = true
		}
	}
	for _, c := range q.callers(p.of) {
		callers++
		found = append(found, q.argument(c, p.position)...)
	}
	switch {
	case callers > 0:
	case len(q.index.labels[p.of.node]) > 0 && q.handlers[p.of.node] == nil:
		q.unreached = true
	default:
		q.partial = true
	}
	return found
}

func (q *question) argument(c call, position int) []value {
	for i, arg := range c.args() {
		if _, isSpread := arg.(*ast.SpreadElement); isSpread {
			break
		}
		if i == position {
			return q.reduce(value{arg, c.scope})
		}
	}
	q.partial = q.partial || position < len(c.args())
	return nil
}

// callers returns the calls of a function, and those of `new` for a constructor.
func (q *question) callers(f *function) (found []call) {
	outer := q.partial
	defer func() { q.partial = outer || q.left <= 0 }() // what another callee is does not matter
	labels, class := q.index.labels[f.node], ast.Expression(nil)
	if c := q.index.constructs[f.node]; c != nil {
		labels, class = q.constructing(c), c
	}
	for _, label := range labels {
		for _, c := range q.index.calls[label] {
			if !q.step() {
				return found
			}
			if q.reaches(c, f, class) {
				found = append(found, c)
			}
		}
	}
	return found
}

// reaches reports whether a call reaches a function, or creates an instance of a class.
func (q *question) reaches(c call, f *function, class ast.Expression) bool {
	if class != nil {
		return q.constructs(c, class)
	}
	if _, isNew := c.node.(*ast.NewExpression); isNew {
		return false
	}
	for _, v := range q.reduce(value{c.callee(), c.scope}) {
		if v.expr == f.node {
			return true
		}
	}
	return false
}

// enrolledType returns the object types that capabilities declare, for `ctx.enrolledObject` in their handler.
func (q *question) enrolledType(left value) (found []value) {
	key, of := unistring.String(""), ast.Expression(nil)
	switch e := left.expr.(type) {
	case *ast.DotExpression:
		key, of = e.Identifier.Name, e.Left
	case *ast.BracketExpression:
		key, of = keyText(e.Member), e.Left
	case *ast.Identifier:
		if v, ok := q.only(e, left.scope); ok {
			return q.enrolledType(v)
		}
	}
	if key != "enrolledObject" {
		return nil
	}
	if id, ok := of.(*ast.Identifier); ok {
		v, ok := q.only(id, left.scope)
		if !ok {
			return nil
		}
		of = v.expr
	}
	p, ok := of.(*parameter)
	if !ok || p.position != 0 {
		return nil
	}
	for _, h := range q.handlers[p.of.node] {
		found = append(found, q.property(h.options, h.scope, "objectType")...)
	}
	return found
}

// only returns the value of a name that has one.
func (q *question) only(id *ast.Identifier, s Scope) (value, bool) {
	for ; s >= 0; s = q.parent(s) {
		if values, known := q.index.values[name{s, id.Name}]; known {
			return values[0], len(values) == 1 && values[0].expr != nil
		}
	}
	return value{}, false
}
