package ecma

import "github.com/dop251/goja"

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

// limitBuffers checks the size before each constructor that allocates.
func (r *Realm) limitBuffers() error {
	if err := r.repairTypedArrayFrom(r.builtin("Uint8Array").Prototype()); err != nil {
		return err
	}
	for _, class := range bufferClasses {
		original := r.builtin(class.name)
		guarded := func() goja.Value {
			return r.proxyConstructor(original, func(args []goja.Value) ([]goja.Value, func(*goja.Object)) {
				if len(args) > 0 {
					r.checkBufferSize(class.size * requestedLength(args[0]))
				}
				return args, nil
			}, false)
		}
		if err := r.Lazy(r.runtime.GlobalObject(), class.name, guarded); err != nil {
			return err
		}
	}
	return nil
}

// requestedLength is how many elements a constructor's first argument requests, 0 if the argument is data.
func requestedLength(arg goja.Value) float64 {
	object, ok := arg.(*goja.Object)
	if !ok {
		return arg.ToFloat()
	}
	if object.ClassName() != "Object" {
		return 0
	}
	return lengthOf(object)
}

func (r *Realm) checkBufferSize(bytes float64) {
	if bytes > maxBufferBytes {
		panic(r.rangeError("Array buffer allocation failed"))
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
