package ecma

import (
	"reflect"
	"strconv"

	"github.com/dop251/goja"
)

var proxyType = reflect.TypeFor[goja.Proxy]()

// classArray is the engine's class name of arrays and of their proxies.
const classArray = "Array"

// isArray reports whether an object is an array whose length is a plain property: not a proxy.
func isArray(object *goja.Object) bool {
	return object.ClassName() == classArray && object.ExportType() != proxyType
}

func lengthOf(object *goja.Object) float64 {
	if length := object.Get("length"); length != nil {
		return length.ToFloat()
	}
	return 0
}

// limitReceiver bounds the length of `this`, and of the array-like that results when arguments are added.
func (r *Realm) limitReceiver(call *goja.FunctionCall) {
	call.This = r.bounded(call.This, maxDenseLength-float64(len(call.Arguments)), invalidArrayLength)
}

// bounded throws if a value is longer than limit. It returns the value to use instead: a length that may change with
// each read is read through a proxy that checks it each time.
func (r *Realm) bounded(value goja.Value, limit float64, message string) goja.Value {
	switch value := value.(type) {
	case goja.String:
		if float64(value.Length()) > limit {
			panic(r.rangeError(message))
		}
	case *goja.Object:
		if lengthOf(value) > limit {
			panic(r.rangeError(message))
		}
		if r.isVariable(value) {
			return r.checkedLength(value, limit, message)
		}
	}
	return value
}

// isVariable reports whether reading the length of an array-like may run code.
func (r *Realm) isVariable(object *goja.Object) bool {
	switch exported := object.ExportType(); {
	case exported == proxyType:
		return true
	case exported.Kind() == reflect.Slice: // an array or a typed array
		return false
	}
	descriptor, ok := must(r.describeProperty(goja.Undefined(), object, r.runtime.ToValue("length"))).(*goja.Object)
	if !ok {
		return true // inherited: of a class with a getter
	}
	value := descriptor.Get("value")
	_, isObject := value.(*goja.Object)
	return value == nil || isObject
}

func (r *Realm) checkedLength(object *goja.Object, limit float64, message string) goja.Value {
	return r.runtime.ToValue(r.runtime.NewProxy(object, &goja.ProxyTrapConfig{
		Get: func(target *goja.Object, name string, _ goja.Value) goja.Value {
			value := target.Get(name)
			if name != "length" || value == nil {
				return value
			}
			length := value.ToFloat()
			if length > limit {
				panic(r.rangeError(message))
			}
			return r.runtime.ToValue(length)
		},
	}))
}

// limitArrayConcat bounds the sum of the lengths.
func (r *Realm) limitArrayConcat(call *goja.FunctionCall) {
	total := float64(len(call.Arguments))
	for _, value := range append([]goja.Value{call.This}, call.Arguments...) {
		object, ok := value.(*goja.Object)
		if !ok {
			continue
		}
		if spreadable := object.GetSymbol(goja.SymIsConcatSpreadable); isArray(object) ||
			spreadable != nil && !goja.IsUndefined(spreadable) || object.ExportType() == proxyType {
			total += max(lengthOf(object), 0)
		}
	}
	if total > maxDenseLength {
		panic(r.rangeError(invalidArrayLength))
	}
}

// limitFrom bounds the source of Array.from. Other iterables run code between elements.
func (r *Realm) limitFrom(call *goja.FunctionCall) {
	if len(call.Arguments) == 0 {
		return
	}
	source := call.Arguments[0]
	object, ok := source.(*goja.Object)
	if !ok {
		r.bounded(source, maxDenseLength, invalidArrayLength)
		return
	}
	iterator := object.GetSymbol(goja.SymIterator)
	isIterable := iterator != nil && !goja.IsUndefined(iterator) && !goja.IsNull(iterator)
	if isIterable && !isArray(object) {
		return
	}
	call.Arguments[0] = r.bounded(source, maxDenseLength, invalidArrayLength)
}

// listAt bounds an argument that is an array-like.
func listAt(index int, message string) func(*Realm, *goja.FunctionCall) {
	return func(r *Realm, call *goja.FunctionCall) {
		if index >= len(call.Arguments) {
			return
		}
		list := call.Arguments[index]
		if _, isFunction := goja.AssertFunction(list); !isFunction && !goja.IsString(list) {
			call.Arguments[index] = r.bounded(list, maxArguments, message)
		}
	}
}

// join is Array.prototype.join with a limit on the result.
func (r *Realm) join(call goja.FunctionCall) goja.Value {
	object := call.This.ToObject(r.runtime)
	length := must(r.bounded(object, maxDenseLength, invalidStringLength), nil).ToObject(r.runtime).Get("length")
	separator := r.runtime.ToValue(",").(goja.String)
	if value := call.Argument(0); !goja.IsUndefined(value) {
		separator = r.stringOf(value)
	}
	if r.joining[object] {
		return r.runtime.ToValue("") // a cycle
	}
	r.joining[object] = true
	defer delete(r.joining, object)
	var text goja.StringBuilder
	total := 0
	write := func(part goja.String) {
		if total += part.Length(); total > maxStringLength {
			panic(r.rangeError(invalidStringLength))
		}
		text.WriteString(part)
	}
	count := 0
	if length != nil {
		count = int(min(length.ToInteger(), maxDenseLength))
	}
	for i := range count {
		if i > 0 {
			write(separator)
		}
		if value := object.Get(strconv.Itoa(i)); value != nil && !goja.IsUndefined(value) && !goja.IsNull(value) {
			write(r.stringOf(value))
		}
	}
	return text.String()
}
