package facts

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/handled"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// floating reports a call of a context in a statement that does not wait for it.
func (f *finder) floating(e ast.Expression) {
	f.unthrown(e)
	if list := syntax.AwaitedMap(e); list != nil && f.in.inHandler {
		f.floatingPromise(list)
	}
	call, ok := e.(*ast.CallExpression)
	if !ok {
		return
	}
	f.droppedCalls = append(f.droppedCalls, call)
	if f.notAwaited(call) == nil && f.in.isAsync && !f.inCard && !f.flow.follows {
		f.promises.Drop(call, f.names.Current(), f.floatingUse(call, syntax.CalleeText(call.Callee)))
	}
	if f.in.inHandler {
		f.floatingPromise(call)
	}
}

// floatingPromise reports a statement whose promise is that of Promise.all or of the function of forEach or map.
func (f *finder) floatingPromise(e *ast.CallExpression) {
	callee, ok := e.Callee.(*ast.DotExpression)
	if !ok || len(e.ArgumentList) == 0 {
		return
	}
	method := callee.Identifier.Name.String()
	switch {
	case syntax.IsName(callee.Left, "Promise") && (method == "all" || method == "allSettled"):
		f.uses = append(f.uses, f.floatingUse(e, "Promise."+method))
	case (method == "forEach" || method == "map") && f.makesPromise(e.ArgumentList[0]):
		use := f.floatingUse(e, "the function that "+method+" calls")
		use.Path, use.Start = []string{method}, declared.Mark{}
		f.uses = append(f.uses, use)
	}
}

// makesPromise reports whether a function literal is async, or is an arrow function of a call of a context.
func (f *finder) makesPromise(fn ast.Expression) bool {
	values, isBlock := syntax.Returned(fn)
	if syntax.IsAsync(fn) || isBlock || len(values) != 1 {
		return syntax.IsAsync(fn)
	}
	call, _ := f.asyncCall(values[0])
	return call != nil
}

// floatingUse is the use to report for a call of an async function that nothing waits for.
func (f *finder) floatingUse(e *ast.CallExpression, text string) declared.Use {
	use := declared.Use{Kind: declared.FloatingPromise, Text: text, File: f.file, At: f.mark(syntax.CalleeName(e.Callee))}
	if f.in.isAsync {
		use.Start = f.mark(e.Idx0())
	}
	return use
}

// notAwaited reports a call of a context whose promise is used as if it were the result, or not at all. It returns nil
// for other expressions.
func (f *finder) notAwaited(e ast.Expression) *declared.Use {
	call, use := f.asyncCall(e)
	if call == nil {
		return nil
	}
	f.uses = append(f.uses, use)
	return &f.uses[len(f.uses)-1]
}

// asyncCall returns the call of a context, or of a function of the SDK, whose promise an expression has, and the use to
// report; nil for others.
func (f *finder) asyncCall(e ast.Expression) (*ast.CallExpression, declared.Use) {
	call := syntax.Call(e)
	if call == nil {
		return nil, declared.Use{}
	}
	var names []string
	if function := f.functions.OfPromise(call.Callee); function != "" {
		names = []string{function}
	} else if path, ok := f.path(call.Callee); ok && isAsyncCall(path) {
		names = append([]string{shownName(path[0])}, path[1:]...)
	} else {
		return nil, declared.Use{}
	}
	use := f.floatingCall(call)
	use.Path = names
	return call, use
}

// holds remembers the name of a promise.
func (f *finder) holds(name *ast.Identifier, value ast.Expression) {
	if call, use := f.asyncCall(value); call != nil {
		f.promises.Hold(name, call, use)
		return
	}
	f.promises.HoldCall(name, value, f.names.Current(), f.floatingCall(value))
}

// floatingCall is the use to report for a call whose promise nothing waits for. It lacks the path.
func (f *finder) floatingCall(e ast.Expression) declared.Use {
	use := declared.Use{Kind: declared.FloatingCall, File: f.file}
	if call := syntax.Call(e); call != nil {
		use.At = f.mark(syntax.CalleeName(call.Callee))
		if f.in.isAsync {
			use.Start = f.mark(call.Idx0())
		}
	}
	return use
}

// result reports a promise that is used as if it were the result: of a call of a context, or under a name.
func (f *finder) result(e ast.Expression) *declared.Use {
	if optional, ok := e.(*ast.Optional); ok {
		e = optional.Expression
	}
	if name, ok := e.(*ast.Identifier); ok {
		f.promises.Read(name, f.names.Current())
		return nil
	}
	if use := f.notAwaited(e); use != nil {
		return use
	}
	return f.promises.UseCall(e, f.names.Current(), f.floatingCall(e))
}

// promiseMembers are the members that code may read of a promise.
var promiseMembers = []string{".then", ".catch", ".finally"}

// memberOfPromise reports a member that only the result of a call has: ctx.crm.objects.get('contacts', id).properties.
func (f *finder) memberOfPromise(object ast.Expression, member string) {
	if slices.Contains(promiseMembers, member) {
		return
	}
	if use := f.result(object); use != nil {
		use.Text = member
	}
}

// condition reports calls of a context whose promises are conditions. A promise is always true.
func (f *finder) condition(e ast.Expression) {
	switch e := e.(type) {
	case *ast.UnaryExpression:
		if e.Operator == token.NOT {
			f.condition(e.Operand)
		}
	case *ast.BinaryExpression:
		if syntax.IsLogical(e.Operator) {
			f.condition(e.Left)
			f.condition(e.Right)
		}
	default:
		f.tests.Condition(e)
		f.report(f.in.handlerOf.TestedName(f.path, e))
		if name, isName := e.(*ast.Identifier); isName {
			f.promises.Test(name, f.names.Current())
		} else {
			f.result(e)
		}
	}
}

// operands reports promises that are compared, calculated with, or joined with texts. Promises under names may be
// compared with each other, and any with undefined.
func (f *finder) operands(e *ast.BinaryExpression) {
	f.tests.Operands(e)
	f.report(f.in.handlerOf.ComparedInput(f.path, e))
	switch e.Operator {
	case token.LOGICAL_AND, token.LOGICAL_OR, token.COALESCE, token.INSTANCEOF, token.IN:
	case token.EQUAL, token.NOT_EQUAL, token.STRICT_EQUAL, token.STRICT_NOT_EQUAL:
		f.compared(e.Left, e.Right)
		f.compared(e.Right, e.Left)
	default:
		f.result(e.Left)
		f.result(e.Right)
	}
}

func (f *finder) compared(e, with ast.Expression) {
	f.report(handled.ComparedPlan(f.path, e, with))
	_, isOptional := e.(*ast.OptionalChain)
	if !isOptional || !syntax.IsNullish(with) {
		f.notAwaited(e)
	}
}

// parts reports promises that are parts of a text.
func (f *finder) parts(e *ast.TemplateLiteral) {
	for _, part := range e.Expressions {
		if e.Tag == nil {
			f.result(part)
		}
	}
}

// resultCalls are the functions of the SDK whose argument leaves the handler.
var resultCalls = []string{"ok", "failContinue"}

// sent reports promises in values that a call sends: of a context, or of the output.
func (f *finder) sent(e *ast.CallExpression, path []string) {
	if f.in.inHandler && (path[0] == contextMark || slices.Contains(resultCalls, path[len(path)-1])) {
		for _, arg := range e.ArgumentList {
			f.plain(arg)
		}
	}
}

// plain reports promises in a value that becomes JSON.
func (f *finder) plain(e ast.Expression) {
	switch e.(type) {
	case *ast.ObjectLiteral, *ast.ArrayLiteral:
		for _, value := range syntax.Values(e) {
			f.plain(value)
		}
	default:
		f.result(e)
	}
}

// installMark is the first element of the path of an install that lookupInstall returned. It has members of a context.
// Source code cannot spell it.
const installMark = "%install"

// shownName returns what findings call the first element of a path.
func shownName(name string) string {
	if name == installMark {
		return "install"
	}
	return "ctx"
}

// isAsyncCall reports whether a path is a method of a context that returns a promise. The context is a handler's, that
// of an install, or is called ctx.
func isAsyncCall(path []string) bool {
	last := len(path) - 1
	if last < 2 || path[0] != contextMark && path[0] != installMark && path[0] != "ctx" {
		return false
	}
	return slices.Contains(declared.PromiseMembers(strings.Join(path[1:last], ".")), path[last])
}
