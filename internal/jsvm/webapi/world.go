package webapi

import (
	"fmt"
	"reflect"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/jsvm/ecma"
)

// world is the state of the web APIs of one VM. On the loop only.
type world struct {
	vm    *jsvm.VM
	rt    *goja.Runtime
	parts map[string]*goja.Object // results of their scripts, by name
	// bufferOf and lengthOf return the buffer of a typed array and its length in bytes. Reading a property of one is slow:
	// the engine tries to parse the name as a number.
	bufferOf, lengthOf goja.Callable
}

// native is a Go function as the engine calls it. natives are those of one part, by name.
type (
	native  = func(goja.FunctionCall) goja.Value
	natives map[string]native
)

// worldOf returns the world of a VM. The VM keeps it as the value of a script.
func worldOf(vm *jsvm.VM) (*world, error) {
	value, err := vm.Script(files, "js/world.js")
	if err != nil {
		return nil, err
	}
	holder := value.(*goja.Object)
	if kept := holder.Get("world"); kept != nil {
		return kept.Export().(*world), nil
	}
	w := &world{vm: vm, rt: vm.Runtime(), parts: map[string]*goja.Object{}}
	w.bufferOf, _ = goja.AssertFunction(holder.Get("bufferOf"))
	w.lengthOf, _ = goja.AssertFunction(holder.Get("lengthOf"))
	return w, holder.Set("world", w.rt.ToValue(w))
}

// part returns the result of a part's script, which runs at the first use.
func (w *world) part(name string) (*goja.Object, error) {
	if exports := w.parts[name]; exports != nil {
		return exports, nil
	}
	value, err := w.vm.Script(files, "js/"+name+".js")
	if err != nil {
		return nil, err
	}
	script, ok := goja.AssertFunction(value)
	if !ok {
		return nil, fmt.Errorf("js/%s.js is not one function", name)
	}
	host := w.rt.NewObject()
	if err := host.Set("part", w.partFunction); err != nil {
		return nil, err
	}
	if nativesFor := nativesOf(name); nativesFor != nil {
		for name, f := range nativesFor(w) {
			if err := host.Set(name, f); err != nil {
				return nil, err
			}
		}
	}
	value, err = script(goja.Undefined(), host)
	if err != nil {
		return nil, fmt.Errorf("cannot run js/%s.js: %w", name, err)
	}
	exports := value.(*goja.Object)
	w.parts[name] = exports
	return exports, nil
}

// partFunction is host.part(name): the result of another part.
func (w *world) partFunction(call goja.FunctionCall) goja.Value {
	exports, err := w.part(call.Argument(0).String())
	if err != nil {
		ecma.Rethrow(err)
	}
	return exports
}

// typeError panics with a TypeError, which the engine throws.
func (w *world) typeError(format string, args ...any) goja.Value {
	panic(w.vm.NewError("TypeError", fmt.Sprintf(format, args...)))
}

// domException creates a DOMException.
func (w *world) domException(name, message string) *goja.Object {
	exports, err := w.part("exception")
	if err != nil {
		ecma.Rethrow(err)
	}
	made, err := w.rt.New(exports.Get("DOMException"), w.rt.ToValue(message), w.rt.ToValue(name))
	if err != nil {
		ecma.Rethrow(err)
	}
	return made
}

// throwDOM panics with a DOMException, which the engine throws.
func (w *world) throwDOM(name, format string, args ...any) goja.Value {
	panic(w.domException(name, fmt.Sprintf(format, args...)))
}

// disallowedInGlobalScope is the edge's message.
const disallowedInGlobalScope = "Disallowed operation called within global scope. Asynchronous I/O " +
	"(ex: fetch() or connect()), setting a timeout, and generating random values are not allowed within global scope. " +
	"To fix this error, perform this operation within a handler."

// needCall throws while scripts load, as the edge does.
func (w *world) needCall() {
	if _, ok := w.vm.Context(); !ok {
		panic(w.vm.NewError("Error", disallowedInGlobalScope))
	}
}

// bytes returns the memory of an ArrayBuffer or Uint8Array, shared with the script. Scripts check the type.
func (w *world) bytes(v goja.Value) []byte {
	object, ok := v.(*goja.Object)
	if !ok {
		w.typeError("The argument is not a buffer")
	}
	switch object.ExportType() {
	case reflect.TypeFor[goja.ArrayBuffer]():
		return w.memory(object)
	case reflect.TypeFor[[]byte]():
		buffer, err := w.bufferOf(object)
		if err != nil {
			ecma.Rethrow(err)
		}
		w.memory(buffer.(*goja.Object)) // throws if the buffer is detached: the engine would return invalid memory
		length, err := w.lengthOf(object)
		if err != nil {
			ecma.Rethrow(err)
		}
		if length.ToInteger() == 0 {
			return nil // it may begin at the end of the buffer, where the engine would make an invalid pointer
		}
		data, _ := object.Export().([]byte)
		return data[:len(data):len(data)]
	}
	w.typeError("The argument is not a buffer")
	return nil
}

// memory returns the bytes of an ArrayBuffer.
func (w *world) memory(object *goja.Object) []byte {
	buffer := object.Export().(goja.ArrayBuffer)
	if buffer.Detached() {
		w.typeError("The buffer is detached")
	}
	return buffer.Bytes()
}

// buffer creates an ArrayBuffer that takes ownership of data.
func (w *world) buffer(data []byte) goja.Value { return w.rt.ToValue(w.rt.NewArrayBuffer(data)) }
