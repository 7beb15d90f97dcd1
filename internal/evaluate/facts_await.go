package evaluate

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"github.com/appsvc/svc/internal/declared"
)

// floating reports calls of a context in a statement that does not wait for them.
func (f *factFinder) floating(e ast.Expression) {
	switch e := e.(type) {
	case *ast.ConditionalExpression:
		f.floating(e.Consequent)
		f.floating(e.Alternate)
	case *ast.BinaryExpression:
		if isLogical(e.Operator) {
			f.floating(e.Right)
		}
	case *ast.OptionalChain:
		f.floating(e.Expression)
	case *ast.CallExpression:
		f.notAwaited(e)
	}
}

// notAwaited reports a call of a context whose promise is used as if it were the result, or not at all. It returns nil
// for other expressions.
func (f *factFinder) notAwaited(e ast.Expression) *declared.Use {
	call := asyncCallee(e)
	if call == nil {
		return nil
	}
	path, ok := f.path(call.Callee)
	if !ok || !isAsyncCall(path) {
		return nil
	}
	f.use(declared.FloatingCall, slices.Clone(path[1:]), calleeName(call.Callee))
	use := &f.uses[len(f.uses)-1]
	if f.isAsync {
		use.Start = f.mark(call.Idx0())
	}
	return use
}

// asyncCallee returns the call whose value an expression has. It returns nil for others, such as `await call`.
func asyncCallee(e ast.Expression) *ast.CallExpression {
	switch e := e.(type) {
	case *ast.CallExpression:
		return e
	case *ast.OptionalChain:
		return asyncCallee(e.Expression)
	case *ast.Optional:
		return asyncCallee(e.Expression)
	}
	return nil
}

// promiseMembers are the members that code may read of a promise.
var promiseMembers = []string{".then", ".catch", ".finally"}

// memberOfPromise reports a member that only the result of a call has: ctx.crm.objects.get('contacts', id).properties.
func (f *factFinder) memberOfPromise(object ast.Expression, member string) {
	if slices.Contains(promiseMembers, member) {
		return
	}
	if use := f.notAwaited(object); use != nil {
		use.Text = member
	}
}

// condition reports calls of a context whose promises are conditions. A promise is always true.
func (f *factFinder) condition(e ast.Expression) {
	switch e := e.(type) {
	case *ast.UnaryExpression:
		if e.Operator == token.NOT {
			f.condition(e.Operand)
		}
	case *ast.BinaryExpression:
		if isLogical(e.Operator) {
			f.condition(e.Left)
			f.condition(e.Right)
		}
	default:
		f.notAwaited(e)
	}
}

// operands reports calls of a context whose promises are compared, calculated with, or joined with texts.
func (f *factFinder) operands(e *ast.BinaryExpression) {
	if !isLogical(e.Operator) && e.Operator != token.INSTANCEOF && e.Operator != token.IN {
		f.notAwaited(e.Left)
		f.notAwaited(e.Right)
	}
}

// parts reports calls of a context whose promises are parts of a text.
func (f *factFinder) parts(e *ast.TemplateLiteral) {
	for _, part := range e.Expressions {
		if e.Tag == nil {
			f.notAwaited(part)
		}
	}
}

func isLogical(operator token.Token) bool {
	return operator == token.LOGICAL_AND || operator == token.LOGICAL_OR || operator == token.COALESCE
}

// isAsyncCall reports whether a path is a method of a context that returns a promise. The context is a handler's, or is
// called ctx.
func isAsyncCall(path []string) bool {
	last := len(path) - 1
	if last < 2 || path[0] != contextMark && path[0] != "ctx" {
		return false
	}
	return slices.Contains(declared.PromiseMembers(strings.Join(path[1:last], ".")), path[last])
}
