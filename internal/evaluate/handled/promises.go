package handled

import (
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// Promises are the promises that names hold, and calls that may return some. What reads them is judged when all values
// of the names are known. The zero value is ready.
type Promises struct {
	calls map[*ast.CallExpression]declared.Use
	held  map[*ast.CallExpression]*possiblePromise
	names map[unistring.String]bool
	reads []promiseRead
	// used are the calls whose value code uses as if it were the result, dropped those of statements.
	used, dropped []*possiblePromise
	// known are the calls of a context that return promises, named the names of functions that may return one.
	known map[*ast.CallExpression]bool
	named map[unistring.String]bool
}

// promiseRead is the use of a name that may hold a promise as if it held the result.
type promiseRead struct {
	name  *ast.Identifier
	scope constant.Scope
}

// possiblePromise is a call of a function that may return a promise.
type possiblePromise struct {
	call  *ast.CallExpression
	scope constant.Scope
	use   declared.Use
}

// Hold remembers the name of the promise of a call.
func (p *Promises) Hold(name *ast.Identifier, call *ast.CallExpression, use declared.Use) {
	p.hold(name)
	p.calls[call] = use
}

func (p *Promises) hold(name *ast.Identifier) {
	if p.names == nil {
		p.calls, p.names = map[*ast.CallExpression]declared.Use{}, map[unistring.String]bool{}
		p.held = map[*ast.CallExpression]*possiblePromise{}
	}
	p.names[name.Name] = true
}

// HoldCall remembers the name of what a call returns that may return a promise.
func (p *Promises) HoldCall(name *ast.Identifier, e ast.Expression, scope constant.Scope, use declared.Use) {
	if call := mayReturnPromise(e); call != nil {
		p.hold(name)
		use.Path = calledPath(call)
		p.held[call] = &possiblePromise{call, scope, use}
	}
}

// UseCall remembers a call that may return a promise and that is used as if it returned the result. The caller may
// complete the use; it is nil for other expressions.
func (p *Promises) UseCall(e ast.Expression, scope constant.Scope, use declared.Use) *declared.Use {
	call := mayReturnPromise(e)
	if call == nil {
		return nil
	}
	use.Path = calledPath(call)
	p.used = append(p.used, &possiblePromise{call, scope, use})
	return &p.used[len(p.used)-1].use
}

// Know remembers a call of a context that returns a promise.
func (p *Promises) Know(call *ast.CallExpression) {
	if p.known == nil {
		p.known = map[*ast.CallExpression]bool{}
	}
	p.known[call] = true
}

// Drop remembers a statement that calls a function which may return a promise, with the use to report.
func (p *Promises) Drop(call *ast.CallExpression, scope constant.Scope, use declared.Use) {
	if mayReturnPromise(call) != nil {
		p.dropped = append(p.dropped, &possiblePromise{call, scope, use})
	}
}

// Read remembers that code reads a name as if it held a result.
func (p *Promises) Read(name *ast.Identifier, scope constant.Scope) {
	if p.names[name.Name] {
		p.reads = append(p.reads, promiseRead{name, scope})
	}
}

// Unawaited returns the promises that are read under names which hold nothing else, and those of calls. reported are
// uses that were found before.
func (p *Promises) Unawaited(names *constant.Names, reported []declared.Use) (found []declared.Use) {
	for _, read := range p.reads {
		call := syntax.Call(names.Only(read.name, read.scope))
		if use, unreported := p.calls[call]; unreported {
			delete(p.calls, call)
			found = append(found, use)
		}
		if held := p.held[call]; held != nil && isFixed(names, read) && p.isPromise(names, held) {
			delete(p.held, call)
			found = append(found, held.use)
		}
	}
	seen := map[*ast.CallExpression]bool{} // the functions that receive a context are walked again
	for _, used := range p.used {
		if !seen[used.call] && p.isPromise(names, used) {
			seen[used.call] = true
			found = append(found, used.use)
		}
	}
	isReported := map[declared.Mark]bool{}
	for _, use := range reported {
		isReported[use.At] = isReported[use.At] || use.Kind == declared.FloatingPromise
	}
	for _, dropped := range p.dropped {
		if !isReported[dropped.use.At] && p.isPromise(names, dropped) {
			isReported[dropped.use.At] = true
			found = append(found, dropped.use)
		}
	}
	return found
}

// isFixed reports whether no code sets members of what a name holds.
func isFixed(names *constant.Names, read promiseRead) bool {
	value, _ := names.Fixed(read.name, read.scope)
	return value != nil
}

// mayReturnPromise returns the call that an expression is, if its function has a name of its own, or is a method that
// is not one of built-in objects only.
func mayReturnPromise(e ast.Expression) *ast.CallExpression {
	call, ok := e.(*ast.CallExpression)
	if !ok {
		return nil
	}
	switch callee := call.Callee.(type) {
	case *ast.Identifier:
		return call
	case *ast.DotExpression:
		if !methodsOfBuiltIns()[callee.Identifier.Name] {
			return call
		}
	}
	return nil
}

// methodsOfBuiltIns are methods that code calls often of lists, texts, dates and promises. They are left out before all
// names are known, because a large project has ten thousands of such calls.
var methodsOfBuiltIns = sync.OnceValue(func() map[unistring.String]bool {
	all := map[unistring.String]bool{}
	for _, name := range strings.Fields("map filter forEach find findIndex some every reduce flatMap flat slice splice " +
		"concat join push pop shift unshift includes indexOf sort reverse entries keys values at trim split replace " +
		"replaceAll toString toFixed toLowerCase toUpperCase startsWith endsWith padStart padEnd toISOString getTime " +
		"now floor ceil round max min abs stringify parse then catch finally bind call apply has set test match") {
		all[unistring.NewFromString(name)] = true
	}
	return all
})

func calledPath(call *ast.CallExpression) []string {
	if callee, ok := call.Callee.(*ast.DotExpression); ok {
		method := callee.Identifier.Name.String()
		switch of := callee.Left.(type) {
		case *ast.Identifier:
			return []string{of.Name.String(), method}
		case *ast.ThisExpression:
			return []string{"this", method}
		}
		return []string{method}
	}
	return []string{call.Callee.(*ast.Identifier).Name.String()}
}

// isPromise reports whether a call surely returns a promise: of Promise.all and its siblings, of functions of the
// source that all return one, or of the body of a response to fetch.
func (p *Promises) isPromise(names *constant.Names, c *possiblePromise) bool {
	return p.returnsPromise(names, c.call, c.scope, maxPromiseDepth)
}

// maxPromiseDepth bounds how many functions return the promise of another one.
const maxPromiseDepth = 4

func (p *Promises) returnsPromise(names *constant.Names, e *ast.CallExpression, in constant.Scope, depth int) bool {
	if depth == 0 {
		return false
	}
	switch callee := e.Callee.(type) {
	case *ast.Identifier:
		fn, scope := names.Fixed(callee, in)
		return p.isOfPromise(names, fn, scope, depth)
	case *ast.DotExpression:
		if of, isName := callee.Left.(*ast.Identifier); isName {
			method := callee.Identifier.Name.String()
			if of.Name == "Promise" && names.IsGlobal(of, in) {
				return slices.Contains(promiseMakers, method)
			}
			if len(e.ArgumentList) == 0 && slices.Contains(bodyMethods, method) {
				response, scope := names.Fixed(of, in)
				if await, ok := response.(*ast.AwaitExpression); ok {
					return isFetch(names, syntax.Call(await.Argument), scope)
				}
			}
		}
		return p.mayBeNamed(names, callee.Identifier.Name) && p.methodReturns(names, callee, in, depth)
	}
	return false
}

// promiseMakers are the functions of Promise that return the promise of a result.
var promiseMakers = []string{"all", "allSettled", "race", "any"}

// mayBeNamed reports whether a function of the source that may return a promise has a name.
func (p *Promises) mayBeNamed(names *constant.Names, name unistring.String) bool {
	if p.named == nil {
		p.named = names.Named(mayMakePromise)
	}
	return p.named[name]
}

// mayMakePromise reports whether a function literal is async, or returns only what another call returns.
func mayMakePromise(fn ast.Expression) bool {
	if isAsyncFunction(fn) {
		return true
	}
	values, isBlock := syntax.Returned(fn)
	isOther := func(e ast.Expression) bool { return syntax.Call(e) == nil }
	return len(values) > 0 && !isBlock && !slices.ContainsFunc(values, isOther)
}

func isAsyncFunction(fn ast.Expression) bool {
	literal, _ := fn.(*ast.FunctionLiteral)
	return syntax.IsAsync(fn) && (literal == nil || !literal.Generator)
}

// methodReturns reports whether all functions that a method can be return promises.
func (p *Promises) methodReturns(names *constant.Names, method ast.Expression, in constant.Scope, depth int) bool {
	functions := names.Surely(method, in)
	isOther := func(fn constant.Function) bool { return !p.isOfPromise(names, fn.Node, fn.ScopeOf(), depth) }
	return len(functions) > 0 && !slices.ContainsFunc(functions, isOther)
}

// isOfPromise reports whether a function is async, or an arrow function whose value is the promise of another call.
func (p *Promises) isOfPromise(names *constant.Names, fn ast.Expression, in constant.Scope, depth int) bool {
	if isAsyncFunction(fn) {
		return true
	}
	values, isBlock := syntax.Returned(fn)
	if isBlock || len(values) != 1 {
		return false
	}
	call := syntax.Call(values[0])
	return call != nil && (p.known[call] || p.returnsPromise(names, call, in, depth-1))
}

// isFetch reports whether a call is of the global fetch or of ctx.http. What another function of this name returns may
// have a method json that returns no promise.
func isFetch(names *constant.Names, e *ast.CallExpression, in constant.Scope) bool {
	if e == nil || syntax.CalleeText(e.Callee) != "fetch" {
		return false
	}
	dot, isMember := e.Callee.(*ast.DotExpression)
	if !isMember {
		name, isName := e.Callee.(*ast.Identifier)
		return isName && names.IsGlobal(name, in)
	}
	client := dot.Left
	if name, isName := client.(*ast.Identifier); isName && name.Name == "http" {
		client, in = names.Fixed(name, in) // const { http } = ctx
	}
	of, name := member(client)
	if name != "http" {
		return syntax.IsName(client, "globalThis")
	}
	if context, isName := of.(*ast.Identifier); isName {
		of, _ = names.Fixed(context, in)
	}
	_, isOwn := of.(*ast.ObjectLiteral)
	return !isOwn
}
