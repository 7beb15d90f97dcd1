package ecma

import "github.com/dop251/goja"

// stringThis returns the receiver of a string method.
func (r *Realm) stringThis(call goja.FunctionCall, method string) goja.String {
	if goja.IsUndefined(call.This) || goja.IsNull(call.This) {
		panic(r.runtime.NewTypeError("String.prototype.%s called on null or undefined", method))
	}
	return r.stringOf(call.This)
}

// stringOf is ECMAScript's ToString.
func (r *Realm) stringOf(value goja.Value) goja.String {
	if object, ok := value.(*goja.Object); ok {
		value = object.ToString()
	}
	switch value := value.(type) {
	case goja.String:
		return value
	case *goja.Symbol:
		panic(r.runtime.NewTypeError("Cannot convert a Symbol value to a string"))
	}
	return r.runtime.ToValue(value.String()).(goja.String)
}

// loneSurrogate returns the index of the first lone surrogate, or -1.
func loneSurrogate(s goja.String, from int) int {
	for i := from; i < s.Length(); i++ {
		switch unit := s.CharAt(i); {
		case unit < 0xD800 || unit > 0xDFFF:
		case unit < 0xDC00 && i+1 < s.Length() && s.CharAt(i+1) >= 0xDC00 && s.CharAt(i+1) <= 0xDFFF:
			i++
		default:
			return i
		}
	}
	return -1
}

func (r *Realm) isWellFormed(call goja.FunctionCall) goja.Value {
	return r.runtime.ToValue(loneSurrogate(r.stringThis(call, "isWellFormed"), 0) < 0)
}

func (r *Realm) toWellFormed(call goja.FunctionCall) goja.Value {
	s := r.stringThis(call, "toWellFormed")
	if loneSurrogate(s, 0) < 0 {
		return s
	}
	units := make([]uint16, s.Length())
	for i := range units {
		units[i] = s.CharAt(i)
	}
	for i := loneSurrogate(s, 0); i >= 0; i = loneSurrogate(s, i+1) {
		units[i] = 0xFFFD
	}
	return goja.StringFromUTF16(units)
}
