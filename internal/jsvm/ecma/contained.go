package ecma

import (
	"runtime"

	"github.com/dop251/goja"
)

// engineFailed is the message of an error in the engine's own code.
const engineFailed = "svc's JavaScript engine failed in this built-in, which is a defect of svc"

// native is a built-in.
type native = func(goja.FunctionCall) goja.Value

// contained returns a built-in whose failure in the engine's own code, such as a nil pointer, is a TypeError that code
// can catch. Otherwise it would end the VM, with all calls in flight. The engine unwinds its stacks for both alike.
func (r *Realm) contained(method native, message string) native {
	return func(call goja.FunctionCall) goja.Value {
		defer func() {
			switch failure := recover().(type) {
			case nil:
			case runtime.Error:
				panic(r.NewError("TypeError", message))
			default:
				panic(failure) // thrown by code, or the end of the turn
			}
		}()
		return method(call)
	}
}

// containRegExp contains the methods of regular expressions that take the result of a missing exec for a function.
func (r *Realm) containRegExp() error {
	prototype := r.builtin("RegExp", "prototype")
	for name, symbol := range map[string]*goja.Symbol{"replace": goja.SymReplace, "split": goja.SymSplit} {
		original, _ := prototype.GetSymbol(symbol).(*goja.Object)
		method, ok := original.Export().(native)
		if !ok {
			continue
		}
		// The message of the built-in exec, which is what code without one gets.
		const message = "Method RegExp.prototype.exec called on incompatible receiver [object Object]"
		wrapped := r.Function("[Symbol."+name+"]", 2, r.contained(method, message))
		if err := prototype.DefineDataPropertySymbol(
			symbol, wrapped, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE,
		); err != nil {
			return err
		}
	}
	return nil
}
