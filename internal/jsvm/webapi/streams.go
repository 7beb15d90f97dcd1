package webapi

import "github.com/dop251/goja"

func byteStreamNatives(w *world) natives {
	return natives{
		// transfer(buffer) moves the memory of an ArrayBuffer to a new one and detaches the old one.
		"transfer": func(call goja.FunctionCall) goja.Value {
			buffer, ok := call.Argument(0).Export().(goja.ArrayBuffer)
			if !ok || buffer.Detached() {
				return w.typeError("The buffer is detached")
			}
			moved := w.buffer(buffer.Bytes())
			buffer.Detach()
			return moved
		},
	}
}
