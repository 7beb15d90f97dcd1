package handled

import (
	"slices"

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
	// used are the calls whose value code uses as if it were the result.
	used []*possiblePromise
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

// Read remembers that code reads a name as if it held a result.
func (p *Promises) Read(name *ast.Identifier, scope constant.Scope) {
	if p.names[name.Name] {
		p.reads = append(p.reads, promiseRead{name, scope})
	}
}

// Unawaited returns the promises that are read under names which hold nothing else, and those of calls.
func (p *Promises) Unawaited(names *constant.Names) (found []declared.Use) {
	for _, read := range p.reads {
		call := syntax.Call(names.Only(read.name, read.scope))
		if use, unreported := p.calls[call]; unreported {
			delete(p.calls, call)
			found = append(found, use)
		}
		if held := p.held[call]; held != nil && isFixed(names, read) && held.returnsPromise(names) {
			delete(p.held, call)
			found = append(found, held.use)
		}
	}
	seen := map[*ast.CallExpression]bool{} // the functions that receive a context are walked again
	for _, used := range p.used {
		if !seen[used.call] && used.returnsPromise(names) {
			seen[used.call] = true
			found = append(found, used.use)
		}
	}
	return found
}

// isFixed reports whether no code sets members of what a name holds.
func isFixed(names *constant.Names, read promiseRead) bool {
	value, _ := names.Fixed(read.name, read.scope)
	return value != nil
}

// mayReturnPromise returns the call that an expression is, if its function has a name of its own, or reads the body of
// a response.
func mayReturnPromise(e ast.Expression) *ast.CallExpression {
	call, ok := e.(*ast.CallExpression)
	if !ok {
		return nil
	}
	switch callee := call.Callee.(type) {
	case *ast.Identifier:
		return call
	case *ast.DotExpression:
		_, isName := callee.Left.(*ast.Identifier)
		if isName && len(call.ArgumentList) == 0 && slices.Contains(bodyMethods, callee.Identifier.Name.String()) {
			return call
		}
	}
	return nil
}

func calledPath(call *ast.CallExpression) []string {
	if callee, ok := call.Callee.(*ast.DotExpression); ok {
		return []string{callee.Left.(*ast.Identifier).Name.String(), callee.Identifier.Name.String()}
	}
	return []string{call.Callee.(*ast.Identifier).Name.String()}
}

// returnsPromise reports whether the call surely returns a promise: of an async function of the source, or of the body
// of a response to fetch.
func (c *possiblePromise) returnsPromise(names *constant.Names) bool {
	switch callee := c.call.Callee.(type) {
	case *ast.Identifier:
		fn, _ := names.Fixed(callee, c.scope)
		literal, _ := fn.(*ast.FunctionLiteral)
		return syntax.IsAsync(fn) && (literal == nil || !literal.Generator)
	case *ast.DotExpression:
		response, in := names.Fixed(callee.Left.(*ast.Identifier), c.scope)
		if await, ok := response.(*ast.AwaitExpression); ok {
			return isFetch(names, syntax.Call(await.Argument), in)
		}
	}
	return false
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
