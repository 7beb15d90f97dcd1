package ecma

import "github.com/dop251/goja"

// repairLocale formats numbers and dates as American English, the edge's default, and compares strings by the rules
// of a language. The engine takes the locale argument as a radix, or ignores it. Other uses of Intl throw an error
// that names them.
func (r *Realm) repairLocale() error {
	number, bigInt := r.builtin("Number", "prototype"), r.builtin("BigInt", "prototype")
	valueOf, bigValueOf := r.method(number, "valueOf"), r.method(bigInt, "toString")
	err := r.setMethod(number, "toLocaleString", 0, func(call goja.FunctionCall) goja.Value {
		x := must(valueOf(call.This)).ToFloat()
		return r.runtime.ToValue(formatNumber(x, r.numberOptions("Number", call)))
	})
	if err != nil {
		return err
	}
	err = r.setMethod(bigInt, "toLocaleString", 0, func(call goja.FunctionCall) goja.Value {
		r.numberOptions("BigInt", call)
		return r.runtime.ToValue(group(must(bigValueOf(call.This)).String()))
	})
	if err != nil {
		return err
	}
	if err := r.repairDates(); err != nil {
		return err
	}
	return r.repairCompare()
}

// american reports whether a locales argument requests American English or nothing.
func american(locales goja.Value) bool {
	if goja.IsUndefined(locales) {
		return true
	}
	if object, ok := locales.(*goja.Object); ok {
		if object.ClassName() != "Array" {
			return false
		}
		if object.Get("length").ToInteger() == 0 {
			return true
		}
		locales = object.Get("0")
	}
	name := locales.String()
	return name == "en-US" || name == "en"
}
