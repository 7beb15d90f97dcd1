package ecma

import (
	"bytes"

	"github.com/dop251/goja"
)

// addNative adds the built-ins that are native functions.
func (r *Realm) addNative() error {
	text := r.builtin("String", "prototype")
	errorClass := r.builtin("Error")
	buffer := r.builtin("ArrayBuffer", "prototype")
	for _, add := range []func() error{
		func() error { return r.setMethod(r.builtin("Array", "prototype"), "join", 1, r.join) },
		func() error { return r.setMethod(text, "isWellFormed", 0, r.isWellFormed) },
		func() error { return r.setMethod(text, "toWellFormed", 0, r.toWellFormed) },
		func() error { return r.setMethod(errorClass, "captureStackTrace", 2, r.captureStackTrace) },
		func() error { return r.setMethod(errorClass, "isError", 1, r.isError) },
		func() error { return errorClass.Set("stackTraceLimit", defaultStackTraceLimit) },
		func() error { return r.setMethod(buffer, "transfer", 0, r.transfer) },
		func() error { return r.setMethod(buffer, "transferToFixedLength", 0, r.transfer) },
		func() error {
			detached := r.Function("get detached", 0, r.detached)
			return buffer.DefineAccessorProperty("detached", detached, nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
		},
	} {
		if err := add(); err != nil {
			return err
		}
	}
	return nil
}

// defaultStackTraceLimit is V8's. The engine keeps all frames. The property exists for code that sets it.
const defaultStackTraceLimit = 10

// captureStackTrace sets the stack of an object, without the frames above the given function.
func (r *Realm) captureStackTrace(call goja.FunctionCall) goja.Value {
	target, ok := call.Argument(0).(*goja.Object)
	if !ok {
		panic(r.runtime.NewTypeError("Invalid argument"))
	}
	frames := r.runtime.CaptureCallStack(0, nil)[1:]
	if above, ok := call.Argument(1).(*goja.Object); ok {
		name := above.Get("name").String()
		for i := range frames {
			if frames[i].FuncName() == name {
				frames = frames[i+1:]
				break
			}
		}
	}
	var text bytes.Buffer
	name, message, _ := r.Describe(target)
	text.WriteString(Headline(name, message))
	for i := range frames {
		text.WriteString("\n\tat ")
		frames[i].Write(&text)
	}
	if err := hidden(target, "stack", r.runtime.ToValue(text.String())); err != nil {
		panic(err)
	}
	return goja.Undefined()
}

func (r *Realm) isError(call goja.FunctionCall) goja.Value {
	object, ok := call.Argument(0).(*goja.Object)
	return r.runtime.ToValue(ok && object.ClassName() == classError)
}
