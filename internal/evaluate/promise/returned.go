package promise

import (
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"

	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

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

// isPromise reports whether a call surely returns a promise: of Promise.all and its siblings, of functions of the
// source that all return one, or of the body of a response to fetch.
func (u *Uses) isPromise(names *constant.Names, c *possiblePromise) bool {
	return u.returnsPromise(names, c.call, c.scope, maxPromiseDepth)
}

// maxPromiseDepth bounds how many functions return the promise of another one.
const maxPromiseDepth = 4

func (u *Uses) returnsPromise(names *constant.Names, e *ast.CallExpression, in constant.Scope, depth int) bool {
	if depth == 0 {
		return false
	}
	switch callee := e.Callee.(type) {
	case *ast.Identifier:
		fn, scope := names.Fixed(callee, in)
		return u.isOfPromise(names, fn, scope, depth)
	case *ast.DotExpression:
		if of, isName := callee.Left.(*ast.Identifier); isName {
			method := callee.Identifier.Name.String()
			if of.Name == "Promise" && names.IsGlobal(of, in) {
				return slices.Contains(promiseMakers, method)
			}
			if len(e.ArgumentList) == 0 && syntax.IsBodyMethod(method) {
				response, scope := names.Fixed(of, in)
				if await, ok := response.(*ast.AwaitExpression); ok {
					return isFetch(names, syntax.Call(await.Argument), scope)
				}
			}
		}
		return u.mayBeNamed(names, callee.Identifier.Name) && u.methodReturns(names, callee, in, depth)
	}
	return false
}

// promiseMakers are the functions of Promise that return the promise of a result.
var promiseMakers = []string{"all", "allSettled", "race", "any"}

// mayBeNamed reports whether a function of the source that may return a promise has a name.
func (u *Uses) mayBeNamed(names *constant.Names, name unistring.String) bool {
	if u.named == nil {
		u.named = names.Named(mayMakePromise)
	}
	return u.named[name]
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
func (u *Uses) methodReturns(names *constant.Names, method ast.Expression, in constant.Scope, depth int) bool {
	functions := names.Surely(method, in)
	isOther := func(fn constant.Function) bool { return !u.isOfPromise(names, fn.Node, fn.ScopeOf(), depth) }
	return len(functions) > 0 && !slices.ContainsFunc(functions, isOther)
}

// isOfPromise reports whether a function is async, or an arrow function whose value is the promise of another call.
func (u *Uses) isOfPromise(names *constant.Names, fn ast.Expression, in constant.Scope, depth int) bool {
	if isAsyncFunction(fn) {
		return true
	}
	values, isBlock := syntax.Returned(fn)
	if isBlock || len(values) != 1 {
		return false
	}
	call := syntax.Call(values[0])
	return call != nil && (u.known[call] || u.returnsPromise(names, call, in, depth-1))
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
	of, name := syntax.MemberOf(client)
	if name != "http" {
		return syntax.IsName(client, "globalThis")
	}
	if context, isName := of.(*ast.Identifier); isName {
		of, _ = names.Fixed(context, in)
	}
	_, isOwn := of.(*ast.ObjectLiteral)
	return !isOwn
}
