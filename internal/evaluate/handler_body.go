// This file leaves the bodies of handlers out of what is compiled.
//
// Handlers are most of a worker's code, and declaring does not run them. Their bodies are read for
// facts and then replaced by a call of a host function. Should code call one while it loads after
// all, that function stops the evaluation, and it is done again with every body in place.

package evaluate

import (
	"errors"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
)

// errBodyNeeded stops an evaluation in which a body that was left out was called.
var errBodyNeeded = errors.New("a handler was called while it was declared")

// isHandlerName tells the members whose functions run only when the platform calls.
func isHandlerName(name string) bool {
	return name == "handler" || name == "fetch" || name == "receive"
}

// property rewrites one `key: value` of an object literal.
func (w *walker) property(p *ast.PropertyKeyed) {
	if p.Computed {
		p.Key = w.expr(p.Key)
	} else if !w.keepBodies && !w.reading && isHandlerName(keyName(p.Key)) && w.leaveOut(p.Value) {
		return
	}
	p.Value = w.expr(p.Value)
}

// leaveOut takes the body of a function away, after looking at it.
func (w *walker) leaveOut(value ast.Expression) bool {
	switch fn := value.(type) {
	case *ast.FunctionLiteral:
		w.read(fn)
		fn.DeclarationList = nil
		fn.Body.List = []ast.Statement{&ast.ExpressionStatement{Expression: leftOut(fn.Body)}}
	case *ast.ArrowFunctionLiteral:
		w.read(fn)
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

func leftOut(body ast.Node) ast.Expression { return callTo(leftOutName, body.Idx0(), body.Idx1()) }

// installLeftOut defines the host function that stands for the bodies.
func installLeftOut(rt *goja.Runtime) error {
	stop := func(goja.FunctionCall) goja.Value {
		rt.Interrupt(errBodyNeeded)
		return goja.Undefined()
	}
	return rt.GlobalObject().DefineDataProperty(
		leftOutName.String(), rt.ToValue(stop), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE,
	)
}
