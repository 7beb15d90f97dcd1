// Package promise finds promises that code uses as if they were results, and those that statements drop.
package promise

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// Uses are the uses of promises that names hold, and of calls that may return some. They are judged when all values of
// the names are known. The zero value is ready.
type Uses struct {
	calls map[*ast.CallExpression]declared.Use
	held  map[*ast.CallExpression]*possiblePromise
	names map[unistring.String]bool
	reads []promiseRead
	// tests are the places where code tests names that may hold a promise.
	tests map[unistring.String]map[*ast.Identifier]bool
	// used are the calls whose value code uses as if it were the result, dropped those of statements.
	used, dropped []*possiblePromise
	// known are the calls of a context that return promises, named the names of functions that may return one.
	known map[*ast.CallExpression]bool
	named map[unistring.String]bool
}

// promiseRead is the use of a name that may hold a promise as if it held the result.
type promiseRead struct {
	name   *ast.Identifier
	scope  constant.Scope
	isTest bool
}

// possiblePromise is a call of a function that may return a promise.
type possiblePromise struct {
	call  *ast.CallExpression
	scope constant.Scope
	use   declared.Use
}

// Hold remembers the name of the promise of a call.
func (u *Uses) Hold(name *ast.Identifier, call *ast.CallExpression, use declared.Use) {
	u.hold(name)
	u.calls[call] = use
}

func (u *Uses) hold(name *ast.Identifier) {
	if u.names == nil {
		u.calls, u.names = map[*ast.CallExpression]declared.Use{}, map[unistring.String]bool{}
		u.held = map[*ast.CallExpression]*possiblePromise{}
	}
	u.names[name.Name] = true
}

// HoldCall remembers the name of what a call returns that may return a promise.
func (u *Uses) HoldCall(name *ast.Identifier, e ast.Expression, scope constant.Scope, use declared.Use) {
	if call := mayReturnPromise(e); call != nil {
		u.hold(name)
		use.Path = calledPath(call)
		u.held[call] = &possiblePromise{call, scope, use}
	}
}

// UseCall remembers a call that may return a promise and that is used as if it returned the result. The caller may
// complete the use; it is nil for other expressions.
func (u *Uses) UseCall(e ast.Expression, scope constant.Scope, use declared.Use) *declared.Use {
	call := mayReturnPromise(e)
	if call == nil {
		return nil
	}
	use.Path = calledPath(call)
	u.used = append(u.used, &possiblePromise{call, scope, use})
	return &u.used[len(u.used)-1].use
}

// Know remembers a call of a context that returns a promise.
func (u *Uses) Know(call *ast.CallExpression) {
	if u.known == nil {
		u.known = map[*ast.CallExpression]bool{}
	}
	u.known[call] = true
}

// Drop remembers a statement that calls a function which may return a promise, with the use to report.
func (u *Uses) Drop(call *ast.CallExpression, scope constant.Scope, use declared.Use) {
	if mayReturnPromise(call) != nil {
		u.dropped = append(u.dropped, &possiblePromise{call, scope, use})
	}
}

// Read remembers that code reads a name as if it held a result.
func (u *Uses) Read(name *ast.Identifier, scope constant.Scope) {
	if u.names[name.Name] {
		u.reads = append(u.reads, promiseRead{name: name, scope: scope})
	}
}

// Test remembers that code tests a name. A promise is always true.
func (u *Uses) Test(name *ast.Identifier, scope constant.Scope) {
	if !u.names[name.Name] {
		return
	}
	if u.tests == nil {
		u.tests = map[unistring.String]map[*ast.Identifier]bool{}
	}
	if u.tests[name.Name] == nil {
		u.tests[name.Name] = map[*ast.Identifier]bool{}
	}
	u.tests[name.Name][name] = true
	u.reads = append(u.reads, promiseRead{name, scope, true})
}

// isSensible reports whether a read is a test that may be right: the optional chain that makes the promise may give
// undefined, or code also reads the name in another way, such as by await.
func (u *Uses) isSensible(read promiseRead, value ast.Expression, countOf constant.Reads) bool {
	_, isChain := value.(*ast.OptionalChain)
	return read.isTest && (isChain || countOf(read.name.Name) != len(u.tests[read.name.Name]))
}

// Unawaited returns the promises that are read under names which hold nothing else, and those of calls. reported are
// uses that were found before.
func (u *Uses) Unawaited(
	names *constant.Names, countOf constant.Reads, reported []declared.Use,
) (found []declared.Use) {
	for _, read := range u.reads {
		value := names.Only(read.name, read.scope)
		if u.isSensible(read, value, countOf) {
			continue
		}
		call := syntax.Call(value)
		if use, unreported := u.calls[call]; unreported {
			delete(u.calls, call)
			found = append(found, use)
		}
		if held := u.held[call]; held != nil && isFixed(names, read) && u.isPromise(names, held) {
			delete(u.held, call)
			found = append(found, held.use)
		}
	}
	seen := map[*ast.CallExpression]bool{} // the functions that receive a context are walked again
	for _, used := range u.used {
		if !seen[used.call] && u.isPromise(names, used) {
			seen[used.call] = true
			found = append(found, used.use)
		}
	}
	isReported := map[declared.Mark]bool{}
	for _, use := range reported {
		isReported[use.At] = isReported[use.At] || use.Kind == declared.FloatingPromise
	}
	for _, dropped := range u.dropped {
		if !isReported[dropped.use.At] && u.isPromise(names, dropped) {
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
