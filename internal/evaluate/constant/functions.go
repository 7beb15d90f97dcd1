package constant

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"
)

// Function is a function that an expression can be.
type Function struct {
	// Node is an *ast.FunctionLiteral or *ast.ArrowFunctionLiteral.
	Node ast.Expression
	// Loose means that the function gets other arguments, too: it was passed to a function that is not in the source, or
	// to one with several callers.
	Loose bool
	// Sole means that the handler of the options can be nothing else.
	Sole bool
	// Frame is the call that made the function, nil for a function that no call made.
	Frame *Frame
	scope Scope
}

// Frame is a call that made a function. Within that function, the parameters of the called one have the arguments of
// this call, and of no other.
type Frame struct {
	of    *function
	call  call
	outer *Frame
}

// Call returns the call, nil for no frame.
func (f *Frame) Call() ast.Expression {
	if f == nil {
		return nil
	}
	return f.call.node
}

// made is a function within its frame.
type made struct {
	ast.Expression
	of    value
	frame *Frame
	loose bool
}

// Functions returns the functions that an expression in a frame can be. The argument of a call of an unknown function
// counts as its result: most of these are wrappers.
func (n *Names) Functions(e ast.Expression, s Scope, frame *Frame) []Function {
	q := n.ask()
	q.wantsFunctions, q.frame = true, frame
	values := q.reduce(value{e, s})
	return q.functionsOf(values, q.loose)
}

// Surely returns the functions that an expression can be, if it can be nothing else, and no code sets members of the
// objects that lead to it.
func (n *Names) Surely(e ast.Expression, s Scope) []Function {
	q := n.ask()
	q.wantsFunctions = true
	found := q.functionsOf(q.reduce(value{e, s}), false)
	if q.partial || q.changed {
		return nil
	}
	return found
}

// Named returns the names of functions that fulfill a condition: of variables, members and methods.
func (n *Names) Named(is func(ast.Expression) bool) map[unistring.String]bool {
	n.indexed()
	n.indexCalls()
	found := map[unistring.String]bool{}
	for fn, labels := range n.index.labels {
		if is(fn) {
			for _, label := range labels {
				found[label] = true
			}
		}
	}
	return found
}

// ScopeOf returns the scope of the body of a function.
func (f Function) ScopeOf() Scope { return f.scope }

// Handlers returns the functions that can be the handler of the capability that an expression has the options of.
func (n *Names) Handlers(options ast.Expression, s Scope) (found []Function) {
	q := n.ask()
	q.wantsFunctions = true
	for _, object := range q.reduce(value{options, s}) {
		literal, ok := object.expr.(*ast.ObjectLiteral)
		if !ok {
			continue
		}
		for _, v := range q.property(literal, object.scope, "handler") {
			for _, fn := range q.functionsOf(q.reduce(v), false) {
				n.handle(fn.Node, handler{literal, object.scope})
				found = append(found, fn)
			}
		}
	}
	if len(found) == 1 {
		found[0].Sole = !q.partial && !q.loose
	}
	return found
}

func (q *question) functionsOf(values []value, loose bool) (found []Function) {
	for _, v := range values {
		f := Function{Node: v.expr, Loose: loose}
		if m, ok := v.expr.(*made); ok {
			f = Function{Node: m.of.expr, Loose: loose || m.loose, Frame: m.frame}
		}
		if own := q.index.functions[f.Node]; own != nil {
			f.scope = own.scope
			found = append(found, f)
		}
	}
	return found
}

// maxFrames bounds how many calls a function of functions passes through.
const maxFrames = 8

// resultOf returns what a call of a function can return. isOpen means that the call can call others.
func (q *question) resultOf(f *function, c call, outer *Frame, isOpen bool) []value {
	if !q.wantsFunctions && q.declaring == nil { // what one call returns does not matter
		return q.returns(f)
	}
	depth := 0
	for fr := outer; fr != nil; fr = fr.outer {
		depth++
	}
	if depth >= maxFrames {
		q.partial = true
		return nil
	}
	before := q.frame
	q.frame = &Frame{f, c, outer}
	found := q.returns(f)
	for i, v := range found {
		if m, ok := v.expr.(*made); ok && isOpen {
			found[i].expr = &made{of: m.of, frame: m.frame, loose: true}
		} else if isFunction(v.expr) {
			found[i].expr = &made{of: v, frame: q.frame, loose: isOpen}
		}
	}
	q.frame = before
	return found
}

// unknownWrapper returns the functions among the arguments of a call whose result is unknown.
func (q *question) unknownWrapper(e *ast.CallExpression, s Scope) (found []value) {
	if !q.wantsFunctions {
		return nil
	}
	for _, arg := range e.ArgumentList {
		for _, v := range q.reduce(value{arg, s}) {
			switch f := v.expr.(type) {
			case *made:
				found = append(found, value{&made{of: f.of, frame: f.frame, loose: true}, v.scope})
			case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral:
				found = append(found, value{&made{of: v, frame: q.frame, loose: true}, v.scope})
			}
		}
	}
	return found
}

// framed returns the argument for a parameter of a function whose call made what is looked at.
func (q *question) framed(p *parameter) (found []value, ok bool) {
	for fr := q.frame; fr != nil; fr = fr.outer {
		if fr.of == p.of {
			before := q.frame
			q.frame = fr.outer
			found = q.argument(fr.call, p.position)
			if p.fallback != nil {
				found = append(found, q.reduce(value{p.fallback, p.of.scope})...)
			}
			q.frame = before
			return found, true
		}
	}
	return nil, false
}

func isFunction(e ast.Expression) bool {
	switch e.(type) {
	case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral:
		return true
	}
	return false
}

// Callers returns the calls of a function by its names. A function that is only passed as an argument has none.
func (n *Names) Callers(f Function) (found []ast.Expression) {
	q := n.ask()
	n.indexCalls()
	if own := q.index.functions[f.Node]; own != nil {
		for _, c := range q.callers(own) {
			found = append(found, c.node)
		}
	}
	return found
}

// IsCalled reports whether code outside a function calls it.
func (n *Names) IsCalled(f Function) bool {
	return slices.ContainsFunc(n.Callers(f), func(call ast.Expression) bool {
		return call.Idx0() < f.Node.Idx0() || call.Idx0() >= f.Node.Idx1()
	})
}

// Again makes a second walk of a function enter the scopes of the first one, and record nothing. The walk must be the
// same as the first. The caller calls leave after it.
func (n *Names) Again(f Function) (leave func()) {
	before := n.current
	n.next, n.current = f.scope, n.parent(f.scope)
	return func() { n.next, n.current = 0, before }
}
