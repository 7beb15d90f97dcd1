package constant

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/unistring"

	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// value is an expression in the scope that its names belong to.
type value struct {
	expr  ast.Expression
	scope Scope
}

// parameter stands for what the callers of a function pass.
type parameter struct {
	ast.Expression
	of       *function
	position int
	fallback ast.Expression // nil for none
}

// element stands for each element of a list.
type element struct {
	ast.Expression
	list ast.Expression
}

type name struct {
	scope Scope
	text  unistring.String
}

// index finds bindings, functions and calls. It is built for the first question.
type index struct {
	values    map[name][]value
	functions map[ast.Expression]*function
	// fields are the values of `this.x = value` by the scope of the class.
	fields map[name][]value
	// changed are the names of which code sets a member: `x.y = value` or `Object.assign(x, …)`.
	changed map[name]bool
	// grown are the names of lists to which code adds elements, and of objects with such lists.
	grown map[name]bool
	// sets are the members that code sets of objects that may be any. It is built for the first question about one.
	sets map[string]bool
	// kept has the members of this that code sets: whether only to what has the same name. It is nil until it is asked.
	kept map[string]bool
	// changedBy are the positions of the parameters of which a function sets a member.
	changedBy map[ast.Expression][]int
	classes   map[ast.Expression]Scope
	classAt   map[Scope]*ast.ClassLiteral
	// supers are the classes that classes extend, and subs those that extend a class.
	supers map[*ast.ClassLiteral]*ast.ClassLiteral
	subs   map[*ast.ClassLiteral][]*ast.ClassLiteral
	// constructs are the classes by their constructors.
	constructs map[ast.Expression]*ast.ClassLiteral
	// calls are the calls by the last name of the callee, and passed those that pass a function, by the function.
	calls  map[unistring.String][]call
	passed map[ast.Expression]call
	// mapping are the calls of methods of lists that get a function by its name.
	mapping map[unistring.String][]call
	// labels are the names under which a function is called, by the function or class.
	labels map[ast.Expression][]unistring.String
}

func (n *Names) indexed() *index {
	if n.index != nil {
		return n.index
	}
	x := &index{
		values: map[name][]value{}, functions: map[ast.Expression]*function{}, fields: map[name][]value{},
		classes: map[ast.Expression]Scope{}, classAt: map[Scope]*ast.ClassLiteral{},
		constructs: map[ast.Expression]*ast.ClassLiteral{},
		changed:    map[name]bool{}, grown: map[name]bool{}, changedBy: map[ast.Expression][]int{},
		passed: map[ast.Expression]call{}, labels: map[ast.Expression][]unistring.String{},
	}
	n.index = x
	for i := range n.functions {
		f := &n.functions[i]
		x.functions[f.node] = f
		x.parameters(f)
	}
	for _, c := range n.classes {
		x.classes[c.node], x.classAt[c.scope] = c.scope, c.node
		x.methods(c.node)
	}
	for _, b := range n.bindings {
		if b.declares {
			x.declare(b)
		}
	}
	for _, ofMembers := range []bool{false, true} { // a member is set of what names have
		for _, b := range n.bindings {
			if alias, isGlobal := globalMember(b.target); isGlobal && !b.declares && !ofMembers {
				x.values[alias] = append(x.values[alias], value{b.value, b.scope})
			}
			if !b.declares && isMember(b.target) == ofMembers {
				x.assign(n, b)
			}
		}
	}
	x.changesOfCalls(n)
	return x
}

func isMember(target ast.Expression) bool {
	switch target.(type) {
	case *ast.DotExpression, *ast.BracketExpression:
		return true
	}
	return false
}

// declared returns the name that a text is in a scope. An unknown one is a name of the bundle.
func (x *index) declared(n *Names, text unistring.String, s Scope) name {
	for ; s > 0; s = n.parent(s) {
		if _, known := x.values[name{s, text}]; known {
			return name{s, text}
		}
	}
	return name{0, text}
}

// indexCalls finds the callers of functions. It is built for the first question about a parameter.
func (n *Names) indexCalls() {
	x := n.index
	if x.calls != nil {
		return
	}
	x.calls, x.mapping = make(map[unistring.String][]call, len(n.calls)/2), map[unistring.String][]call{}
	for _, c := range n.calls {
		x.call(c)
	}
	for _, m := range n.members {
		x.label(m.node, keyText(m.key))
	}
}

// parameters declares the parameters of a function.
func (x *index) parameters(f *function) {
	if f.parameters() == nil {
		return
	}
	for i, p := range f.parameters().List {
		x.bind(in(f.scope), p.Target, value{&parameter{of: f, position: i, fallback: p.Initializer}, f.scope})
	}
	if f.parameters().Rest != nil {
		x.bind(in(f.scope), f.parameters().Rest, value{})
	}
}

func (x *index) methods(c *ast.ClassLiteral) {
	for _, member := range c.Body {
		if m, ok := member.(*ast.MethodDefinition); ok && !m.Computed {
			x.label(m.Body, keyText(m.Key))
			if !m.Static && keyText(m.Key) == "constructor" {
				x.constructs[m.Body] = c
			}
		}
	}
}

func (x *index) label(fn ast.Expression, text unistring.String) {
	x.labels[fn] = append(x.labels[fn], text)
}

func (x *index) declare(b binding) {
	v := value{b.value, b.scope}
	if b.each && b.value != nil {
		v.expr = &element{list: b.value}
	}
	x.bind(in(b.scope), b.target, v)
}

// places returns where a name is declared.
type places func(unistring.String) name

// in declares names in a scope.
func in(s Scope) places {
	return func(text unistring.String) name { return name{s, text} }
}

// bind sets the names of a pattern. A value without an expression is unknown.
func (x *index) bind(place places, target ast.Expression, v value) {
	switch target := target.(type) {
	case *ast.Identifier:
		x.set(place(target.Name), v)
	case *ast.AssignExpression: // a default within a pattern
		x.bind(place, target.Left, v)
		x.bind(place, target.Left, value{target.Right, v.scope})
	case *ast.ObjectPattern:
		for _, property := range target.Properties {
			switch p := property.(type) {
			case *ast.PropertyShort:
				x.set(place(p.Name.Name), v.member(&ast.StringLiteral{Value: p.Name.Name}))
				if p.Initializer != nil {
					x.set(place(p.Name.Name), value{p.Initializer, v.scope})
				}
			case *ast.PropertyKeyed:
				key := p.Key
				if id, ok := key.(*ast.Identifier); ok && !p.Computed {
					key = &ast.StringLiteral{Value: id.Name}
				}
				x.bind(place, p.Value, v.member(key))
			}
		}
		if target.Rest != nil {
			x.bind(place, target.Rest, v)
		}
	case *ast.ArrayPattern:
		for i, part := range target.Elements {
			if part != nil {
				x.bind(place, part, v.member(&ast.NumberLiteral{Value: int64(i)}))
			}
		}
	case *ast.DotExpression, *ast.BracketExpression:
		x.changes(place, target)
	}
}

func (v value) member(key ast.Expression) value {
	if v.expr == nil {
		return v
	}
	return value{&ast.BracketExpression{Left: v.expr, Member: key}, v.scope}
}

// set records a value of a name. Only a declaration creates the name.
func (x *index) set(n name, v value) {
	x.values[n] = append(x.values[n], v)
	switch v.expr.(type) {
	case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral, *ast.ClassLiteral:
		x.label(v.expr, n.text)
	}
}

// assign records `x = value` where x is declared, and `this.x = value` in the class.
func (x *index) assign(n *Names, b binding) {
	v := value{b.value, b.scope}
	if b.each {
		v.expr = &element{list: b.value}
	}
	x.bind(x.at(n, b.scope), b.target, v)
	target, ok := b.target.(*ast.DotExpression)
	if !ok {
		return
	}
	if _, ok := target.Left.(*ast.ThisExpression); !ok {
		return
	}
	if s := n.classOf(b.scope); s >= 0 {
		field := name{s, target.Identifier.Name}
		x.fields[field] = append(x.fields[field], v)
	}
}

// classOf returns the scope of the innermost class around a scope, -1 for none.
func (n *Names) classOf(s Scope) Scope {
	for ; s >= 0; s = n.parent(s) {
		if n.index.classAt[s] != nil {
			return s
		}
	}
	return -1
}

func (x *index) call(c call) {
	if last := lastName(c.callee()); last != "" {
		x.calls[last] = append(x.calls[last], c)
	}
	for i, arg := range c.args() {
		switch arg := arg.(type) {
		case *ast.Identifier:
			if dot, isMethod := c.callee().(*ast.DotExpression); isMethod && i == 0 && len(positionsOf(dot)) > 0 {
				x.mapping[arg.Name] = append(x.mapping[arg.Name], c)
			}
		case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral:
			x.passed[arg] = c
		}
	}
}

// lastName returns the name that a callee ends with: `get` of a.b.get.
func lastName(e ast.Expression) unistring.String {
	switch e := e.(type) {
	case *ast.Identifier:
		return e.Name
	case *ast.DotExpression:
		return e.Identifier.Name
	case *ast.OptionalChain:
		return lastName(e.Expression)
	case *ast.Optional:
		return lastName(e.Expression)
	case *ast.SequenceExpression:
		return lastName(e.Sequence[len(e.Sequence)-1])
	case *ast.SuperExpression:
		return superLabel
	}
	return ""
}

// keyText returns the name of a property that is not computed.
func keyText(key ast.Expression) unistring.String {
	switch key := key.(type) {
	case *ast.StringLiteral:
		return key.Value
	case *ast.Identifier:
		return key.Name
	case *ast.NumberLiteral:
		return unistring.NewFromString(syntax.NumberText(key))
	}
	return ""
}

// Idx0 and Idx1 are never asked for: these nodes are in no tree.
func (*parameter) Idx0() file.Idx { return 0 }
func (*parameter) Idx1() file.Idx { return 0 }
func (*element) Idx0() file.Idx   { return 0 }
func (*element) Idx1() file.Idx   { return 0 }
