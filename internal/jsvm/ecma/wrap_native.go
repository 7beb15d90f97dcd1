package ecma

import (
	"errors"
	"reflect"

	"github.com/dop251/goja"
)

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
