package ecma

import "github.com/dop251/goja"

// limitArrays bounds native loops over the length of an array.
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
