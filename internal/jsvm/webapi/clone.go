package webapi

import "github.com/dop251/goja"

func cloneNatives(w *world) natives {
	return natives{
		"detach": func(call goja.FunctionCall) goja.Value {
			if buffer, ok := call.Argument(0).Export().(goja.ArrayBuffer); ok {
				buffer.Detach()
			}
			return goja.Undefined()
		},
	}
}
