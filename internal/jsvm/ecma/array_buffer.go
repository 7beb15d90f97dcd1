package ecma

import "github.com/dop251/goja"

func (r *Realm) bufferThis(call goja.FunctionCall) (goja.ArrayBuffer, bool) {
	object, ok := call.This.(*goja.Object)
	if !ok {
		return goja.ArrayBuffer{}, false
	}
	buffer, ok := object.Export().(goja.ArrayBuffer)
	return buffer, ok
}

func (r *Realm) transfer(call goja.FunctionCall) goja.Value {
	buffer, ok := r.bufferThis(call)
	if !ok {
		panic(r.runtime.NewTypeError("Receiver is not an ArrayBuffer"))
	}
	size := len(buffer.Bytes())
	if length := call.Argument(0); !goja.IsUndefined(length) {
		size = int(min(max(length.ToInteger(), 0), maxBufferBytes+1))
	}
	r.checkBufferSize(float64(size))
	if buffer.Detached() {
		panic(r.runtime.NewTypeError("Cannot perform ArrayBuffer.prototype.transfer on a detached ArrayBuffer"))
	}
	bytes := buffer.Bytes()
	if size != len(bytes) {
		bytes = append(make([]byte, 0, size), bytes[:min(size, len(bytes))]...)[:size]
	}
	buffer.Detach()
	return r.runtime.ToValue(r.runtime.NewArrayBuffer(bytes))
}

func (r *Realm) detached(call goja.FunctionCall) goja.Value {
	buffer, ok := r.bufferThis(call)
	if !ok {
		panic(r.runtime.NewTypeError("Receiver is not an ArrayBuffer"))
	}
	return r.runtime.ToValue(buffer.Detached())
}
