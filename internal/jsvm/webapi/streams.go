// This file lends byte streams what a script cannot do: move the memory of an ArrayBuffer.

package webapi

import "github.com/dop251/goja"

func byteStreamNatives(w *world) natives {
	return natives{
		// transfer(buffer) gives a new ArrayBuffer with the memory of the old one, which is detached.
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
