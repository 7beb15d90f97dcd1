// Package constant finds the texts that an expression can have, from the syntax tree alone. It follows names through
// constants, imports, arrays, spreads, enums, classes and the parameters of helper functions.
//
// The caller walks the tree of one bundle and reports scopes, bindings, functions and calls to a Names. That costs an
// append each. The rest happens on the first question (Ask), which most projects never need.
//
// Start at Names, then Question.
package constant

import (
	"slices"

	"github.com/dop251/goja/ast"
)

// Scope numbers a lexical scope. 0 is that of the bundle.
type Scope int32

// Names are the bindings of one bundle. The zero value is ready.
type Names struct {
	parents   []Scope // by scope, from 1
	current   Scope
	bindings  []binding
	functions []function
	classes   []class
	calls     []call
	members   []labeled
	handlers  map[ast.Expression][]handler
	index     *index
	// next is the scope that Enter opens while a function is walked again, 0 otherwise.
	next Scope
	// steps counts what all questions together looked at.
	steps int
}

// binding is `target = value`, a declaration or an assignment.
type binding struct {
	scope    Scope
	declares bool
	// each means that the target is an element of the value, as in `for (const x of list)`.
	each   bool
	target ast.Expression
	value  ast.Expression // nil for a declaration without a value
}

// function is a function with the scope of its parameters.
type function struct {
	node  ast.Expression // *ast.FunctionLiteral or *ast.ArrowFunctionLiteral
	scope Scope
}

func (f *function) parameters() *ast.ParameterList {
	switch node := f.node.(type) {
	case *ast.FunctionLiteral:
		return node.ParameterList
	case *ast.ArrowFunctionLiteral:
		return node.ParameterList
	}
	return nil
}

func (f *function) body() ast.Node {
	switch node := f.node.(type) {
	case *ast.FunctionLiteral:
		return node.Body
	case *ast.ArrowFunctionLiteral:
		return node.Body
	}
	return nil
}

// handler is what a handler's function belongs to: the options of a capability.
type handler struct {
	options *ast.ObjectLiteral
	scope   Scope
}

// labeled is a function that is a member of an object literal.
type labeled struct {
	key, node ast.Expression
}

type class struct {
	node  *ast.ClassLiteral
	scope Scope
}

// call is a call or a `new` expression.
type call struct {
	node  ast.Expression // *ast.CallExpression or *ast.NewExpression
	scope Scope
}

func (c call) callee() ast.Expression {
	if node, ok := c.node.(*ast.CallExpression); ok {
		return node.Callee
	}
	return c.node.(*ast.NewExpression).Callee
}

func (c call) args() []ast.Expression {
	if node, ok := c.node.(*ast.CallExpression); ok {
		return node.ArgumentList
	}
	return c.node.(*ast.NewExpression).ArgumentList
}

// Reserve makes room for the names of a bundle of a size in bytes, so that recording them copies little.
func (n *Names) Reserve(size int) {
	const bytesPerEntry = 200 // measured with the generated projects of test/bench
	n.parents, n.bindings = make([]Scope, 0, size/bytesPerEntry), make([]binding, 0, size/bytesPerEntry)
	n.functions, n.calls = make([]function, 0, size/bytesPerEntry), make([]call, 0, size/bytesPerEntry)
}

// Enter opens a scope. It returns the scope to give to Leave.
func (n *Names) Enter() (outer Scope) {
	outer = n.current
	if n.next > 0 {
		n.current = n.next
		n.next++
		return outer
	}
	n.parents = append(n.parents, outer)
	n.current = Scope(len(n.parents))
	return outer
}

// Leave closes the current scope.
func (n *Names) Leave(outer Scope) { n.current = outer }

// Current returns the scope of what is walked now.
func (n *Names) Current() Scope { return n.current }

// Declare records `const target = value`. value is nil for a declaration without one.
func (n *Names) Declare(target, value ast.Expression) {
	if n.next > 0 {
		return
	}
	n.bindings = append(n.bindings, binding{scope: n.current, declares: true, target: target, value: value})
}

// DeclareEach records `for (const target of list)`. list is nil if the elements are unknown.
func (n *Names) DeclareEach(target, list ast.Expression) {
	if n.next > 0 {
		return
	}
	n.bindings = append(n.bindings, binding{scope: n.current, declares: true, each: true, target: target, value: list})
}

// Assign records `target = value`.
func (n *Names) Assign(target, value ast.Expression) {
	if n.next > 0 {
		return
	}
	n.bindings = append(n.bindings, binding{scope: n.current, target: target, value: value})
}

// AssignEach records `for (target of list)`. list is nil if the elements are unknown.
func (n *Names) AssignEach(target, list ast.Expression) {
	if n.next > 0 {
		return
	}
	n.bindings = append(n.bindings, binding{scope: n.current, each: true, target: target, value: list})
}

// Function records a function whose parameters belong to the current scope.
func (n *Names) Function(node ast.Expression) {
	if n.next > 0 {
		return
	}
	n.functions = append(n.functions, function{node, n.current})
}

// Member records that an object literal has a function as a member.
func (n *Names) Member(key, fn ast.Expression) {
	if n.next > 0 {
		return
	}
	n.members = append(n.members, labeled{key, fn})
}

// Handler records the options of which a function is the handler.
func (n *Names) Handler(fn ast.Expression, options *ast.ObjectLiteral) {
	if n.next > 0 {
		return
	}
	n.handle(fn, handler{options, n.current})
}

func (n *Names) handle(fn ast.Expression, of handler) {
	if n.handlers == nil {
		n.handlers = map[ast.Expression][]handler{}
	}
	if !slices.Contains(n.handlers[fn], of) {
		n.handlers[fn] = append(n.handlers[fn], of)
	}
}

// Class records a class whose members belong to the current scope.
func (n *Names) Class(node *ast.ClassLiteral) {
	if n.next > 0 {
		return
	}
	n.classes = append(n.classes, class{node: node, scope: n.current})
}

// Call records a call or a `new` expression.
func (n *Names) Call(node ast.Expression) {
	if n.next > 0 {
		return
	}
	n.calls = append(n.calls, call{node, n.current})
}

func (n *Names) parent(s Scope) Scope {
	if s == 0 {
		return -1
	}
	return n.parents[s-1]
}
