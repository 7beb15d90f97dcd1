package facts

import (
	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// isHandlerName reports whether the member's function runs only when the platform calls it.
func isHandlerName(name string) bool {
	return name == handlerName || name == "fetch" || name == "receive"
}

// property rewrites one `key: value` of an object literal.
func (w *walker) property(p *ast.PropertyKeyed, of *ast.ObjectLiteral) {
	w.facts.member(p, of)
	if p.Computed {
		p.Key = w.expr(p.Key)
	} else if !w.keepBodies && !w.reading && isHandlerName(syntax.KeyName(p.Key)) && w.leaveOut(p.Value) {
		return
	}
	p.Value = w.expr(p.Value)
}

// leaveOut removes the body of a handler after collecting its facts. Handlers are most of a worker's code, and
// declaring does not run them. If code calls one while it loads, the shard is evaluated again with every body.
func (w *walker) leaveOut(value ast.Expression) bool {
	switch fn := value.(type) {
	case *ast.FunctionLiteral:
		w.read(fn)
		w.facts.flow.keep(fn, fn.Body)
		fn.DeclarationList = nil
		fn.Body = &ast.BlockStatement{
			LeftBrace: fn.Body.LeftBrace, RightBrace: fn.Body.RightBrace,
			List: []ast.Statement{&ast.ExpressionStatement{Expression: leftOut(fn.Body)}},
		}
	case *ast.ArrowFunctionLiteral:
		w.read(fn)
		w.facts.flow.keep(fn, fn.Body)
		fn.DeclarationList = nil
		fn.Body = &ast.ExpressionBody{Expression: leftOut(fn.Body)}
	default:
		return false
	}
	return true
}

func (w *walker) read(fn ast.Expression) {
	w.reading = true
	w.expr(fn)
	w.reading = false
}

func leftOut(body ast.Node) ast.Expression { return callTo(LeftOut, body.Idx0(), body.Idx1()) }
