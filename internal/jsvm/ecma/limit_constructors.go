package ecma

import (
	"reflect"
	"sync"

	"github.com/dop251/goja"
)

var arrayBufferType = reflect.TypeFor[goja.ArrayBuffer]()

// bufferClasses are the constructors that allocate memory, with the bytes per element.
var bufferClasses = []struct {
	name string
	size float64
}{
	{"ArrayBuffer", 1}, {"Int8Array", 1}, {"Uint8Array", 1}, {"Uint8ClampedArray", 1}, {"Int16Array", 2}, {
		"Uint16Array", 2,
	},
	{"Int32Array", 4}, {"Uint32Array", 4}, {"Float32Array", 4}, {"Float64Array", 8}, {"BigInt64Array", 8}, {
		"BigUint64Array", 8,
	},
}

// limitConstructors checks the arguments of each constructor that allocates or nests.
func (r *Realm) limitConstructors() error {
	if err := r.repairTypedArrayFrom(r.builtin("Uint8Array").Prototype()); err != nil {
		return err
	}
	for _, class := range bufferClasses {
		check := func(args []goja.Value) {
			if len(args) > 0 {
				args[0] = r.boundedBuffer(args[0], class.size)
			}
		}
		if err := r.guardConstructor(class.name, false, check); err != nil {
			return err
		}
	}
	if err := r.guardConstructor("BigInt", true, r.limitBigIntDigits); err != nil {
		return err
	}
	return r.limitProxies()
}

// guardConstructor replaces a global constructor with one that checks its arguments, at its first use: by its name, or
// as the constructor of an instance.
func (r *Realm) guardConstructor(name string, calls bool, check func(args []goja.Value)) error {
	original := r.builtin(name)
	guarded := sync.OnceValue(func() goja.Value {
		return r.proxyConstructor(original, func(args []goja.Value) ([]goja.Value, func(*goja.Object)) {
			check(args)
			return args, nil
		}, calls)
	})
	if err := r.Lazy(original.Get("prototype").(*goja.Object), "constructor", guarded); err != nil {
		return err
	}
	return r.Lazy(r.runtime.GlobalObject(), name, guarded)
}

// boundedBuffer bounds the elements that a constructor's first argument requests. An ArrayBuffer or typed array is
// bounded itself.
func (r *Realm) boundedBuffer(arg goja.Value, size float64) goja.Value {
	object, ok := arg.(*goja.Object)
	if !ok {
		r.checkBufferSize(size * arg.ToFloat())
		return arg
	}
	if object.ExportType() == arrayBufferType {
		return arg
	}
	return r.bounded(arg, maxBufferBytes/size, bufferTooLarge)
}

// largeBuffer is the size from which a buffer is reported before it is allocated, in bytes. The measurements of memory
// see smaller ones in time.
const largeBuffer = 1 << 20

func (r *Realm) checkBufferSize(bytes float64) {
	if bytes > maxBufferBytes {
		panic(r.rangeError(bufferTooLarge))
	}
	if bytes >= largeBuffer && r.Allocating != nil {
		r.Allocating(uint64(bytes))
	}
}

// repairTypedArrayFrom lets TypedArray.from accept a primitive string, one element per character.
func (r *Realm) repairTypedArrayFrom(typedArray *goja.Object) error {
	from := r.method(typedArray, "from")
	characters := r.method(r.builtin("Array"), "from")
	return r.setMethod(typedArray, "from", 1, func(call goja.FunctionCall) goja.Value {
		if text, ok := call.Argument(0).(goja.String); ok {
			call.Arguments[0] = must(characters(r.builtin("Array"), text))
		}
		return must(from(call.This, call.Arguments...))
	})
}
