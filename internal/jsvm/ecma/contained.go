package ecma

import (
	"errors"
	"reflect"
	"runtime"

	"github.com/dop251/goja"
)

// engineFailed is the message of an error in the engine's own code.
const engineFailed = "svc's JavaScript engine failed in this built-in, which is a defect of svc"

// native is a built-in.
type native = func(goja.FunctionCall) goja.Value

// contained returns a built-in whose failure in the engine's own code, such as a nil pointer, is a TypeError that code
// can catch. Otherwise it would end the VM, with all calls in flight. The engine unwinds its stacks for both alike.
func (r *Realm) contained(method native, message string) native {
	return func(call goja.FunctionCall) goja.Value {
		defer func() {
			switch failure := recover().(type) {
			case nil:
			case runtime.Error:
				panic(r.NewError("TypeError", message))
			default:
				panic(failure) // thrown by code, or the end of the turn
			}
		}()
		return method(call)
	}
}

// containRegExp contains the methods of regular expressions that take the result of a missing exec for a function.
func (r *Realm) containRegExp() error {
	prototype := r.builtin("RegExp", "prototype")
	for name, symbol := range map[string]*goja.Symbol{"replace": goja.SymReplace, "split": goja.SymSplit} {
		original, _ := prototype.GetSymbol(symbol).(*goja.Object)
		method, ok := original.Export().(native)
		if !ok {
			continue
		}
		// The message of the built-in exec, which is what code without one gets.
		const message = "Method RegExp.prototype.exec called on incompatible receiver [object Object]"
		wrapped := r.Function("[Symbol."+name+"]", 2, r.contained(method, message))
		if err := prototype.DefineDataPropertySymbol(
			symbol, wrapped, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE,
		); err != nil {
			return err
		}
	}
	return nil
}

// errNoNative reports a function that the engine does not implement in Go, or not in the way that this package knows.
var errNoNative = errors.New("the engine has no native function here")

// wrapNative puts code around a built-in and leaves the function object as it is. The engine has no hook for this. It
// compares function objects to choose fast paths, and a new object would also need more memory and time at the start
// of each realm.
func wrapNative(function goja.Value, wrap func(native) native) error {
	object, ok := function.(*goja.Object)
	if !ok {
		return errNoNative
	}
	implementation := reflect.ValueOf(object).Elem().FieldByName("self").Elem()
	if implementation.Kind() != reflect.Pointer {
		return errNoNative
	}
	field, ok := implementation.Type().Elem().FieldByName("f")
	if !ok || field.Type != reflect.TypeFor[native]() {
		return errNoNative
	}
	at := (*native)(implementation.Elem().FieldByIndex(field.Index).Addr().UnsafePointer())
	if *at == nil {
		return errNoNative
	}
	*at = wrap(*at)
	return nil
}
