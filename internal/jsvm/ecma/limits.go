// This file gives the language V8's limits of size. The engine has none: it would take all memory of the
// machine, in one operation that cannot be interrupted.

package ecma

import (
	"github.com/dop251/goja"
)

const (
	// maxStringLength is V8's, in UTF-16 units.
	maxStringLength = 1<<29 - 24
	// maxBufferBytes is the largest ArrayBuffer. An isolate of the edge has 128 MB for everything.
	maxBufferBytes = 256 << 20
	// maxDenseLength is the longest array that one native operation may fill or join: 128 MB of slots.
	maxDenseLength = 1 << 24
)

func (r *Realm) rangeError(message string) *goja.Object { return r.NewError("RangeError", message) }

// limitStrings guards the methods that make long strings out of short ones.
func (r *Realm) limitStrings() error {
	methods := map[string]func(s goja.String, args []goja.Value) float64{
		"repeat":   repeatedLength,
		"padStart": paddedLength,
		"padEnd":   paddedLength,
		"concat":   concatenatedLength,
	}
	prototype := r.builtin("String", "prototype")
	for name, resultLength := range methods {
		original := r.method(prototype, name)
		err := r.setMethod(prototype, name, 1, func(call goja.FunctionCall) goja.Value {
			s := r.stringThis(call, name)
			args := r.primitives(name, call.Arguments)
			if resultLength(s, args) > maxStringLength {
				panic(r.rangeError("Invalid string length"))
			}
			return must(original(s, args...))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// primitives converts the arguments, once: the guard and the method itself must see the same.
func (r *Realm) primitives(method string, args []goja.Value) []goja.Value {
	for i, arg := range args {
		switch {
		case method != "concat" && i == 0:
			args[i] = r.runtime.ToValue(arg.ToFloat())
		case method == "concat" || !goja.IsUndefined(arg):
			args[i] = r.stringOf(arg)
		}
	}
	return args
}

func repeatedLength(s goja.String, args []goja.Value) float64 {
	if len(args) == 0 {
		return 0
	}
	return float64(s.Length()) * args[0].ToFloat()
}

func paddedLength(s goja.String, args []goja.Value) float64 {
	if len(args) == 0 {
		return 0
	}
	if len(args) > 1 {
		if fill, ok := args[1].(goja.String); ok && fill.Length() == 0 {
			return 0
		}
	}
	return args[0].ToFloat()
}

func concatenatedLength(s goja.String, args []goja.Value) float64 {
	length := float64(s.Length())
	for _, arg := range args {
		length += float64(arg.(goja.String).Length())
	}
	return length
}

// limitArrays guards native loops over the length of an array.
func (r *Realm) limitArrays() error {
	prototype := r.builtin("Array", "prototype")
	join, fill := r.method(prototype, "join"), r.method(prototype, "fill")
	err := r.setMethod(prototype, "join", 1, func(call goja.FunctionCall) goja.Value {
		if lengthOf(call.This) > maxDenseLength {
			panic(r.rangeError("Invalid string length"))
		}
		return must(join(call.This, call.Arguments...))
	})
	if err != nil {
		return err
	}
	err = r.setMethod(prototype, "fill", 1, func(call goja.FunctionCall) goja.Value {
		if lengthOf(call.This) > maxDenseLength {
			panic(r.rangeError("Invalid array length"))
		}
		return must(fill(call.This, call.Arguments...))
	})
	if err != nil {
		return err
	}
	array := r.builtin("Array")
	from := r.method(array, "from")
	return r.setMethod(array, "from", 1, func(call goja.FunctionCall) goja.Value {
		if source, ok := call.Argument(0).(*goja.Object); ok && source.ClassName() == "Object" &&
			lengthOf(source) > maxDenseLength {
			panic(r.rangeError("Invalid array length"))
		}
		return must(from(call.This, call.Arguments...))
	})
}

func lengthOf(value goja.Value) float64 {
	object, ok := value.(*goja.Object)
	if !ok {
		return 0
	}
	length := object.Get("length")
	if length == nil {
		return 0
	}
	return length.ToFloat()
}

// bufferClasses are the constructors that allocate by a number, and the bytes of one element.
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

// limitBuffers puts a proxy before each constructor that allocates.
func (r *Realm) limitBuffers() error {
	if err := r.repairTypedArrayFrom(r.builtin("Uint8Array").Prototype()); err != nil {
		return err
	}
	for _, class := range bufferClasses {
		original := r.builtin(class.name)
		guarded := func() goja.Value {
			return r.replaceConstructor(original, func(args []goja.Value) ([]goja.Value, func(*goja.Object)) {
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

// requestedLength is how many elements a constructor's first argument asks for; 0 when it is data.
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

// repairTypedArrayFrom lets typed arrays be made from a primitive string, one element a character.
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
