package webapi

import "github.com/dop251/goja"

func consoleNatives(w *world) natives {
	return natives{
		"write": func(call goja.FunctionCall) goja.Value {
			if console := w.vm.Options().Console; console != nil {
				console(call.Argument(0).String(), call.Argument(1).String())
			}
			return goja.Undefined()
		},
		"now": func(goja.FunctionCall) goja.Value { return w.rt.ToValue(w.elapsed()) },
		// promise returns the state of a promise and its value.
		"promise": func(call goja.FunctionCall) goja.Value {
			p, ok := call.Argument(0).Export().(*goja.Promise)
			if !ok {
				return goja.Undefined()
			}
			state := map[goja.PromiseState]string{
				goja.PromiseStatePending: "pending", goja.PromiseStateFulfilled: "fulfilled", goja.PromiseStateRejected: "rejected",
			}[p.State()]
			return w.rt.ToValue([]any{state, p.Result()})
		},
	}
}
