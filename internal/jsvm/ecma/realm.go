// Package ecma completes the ECMAScript of goja: it adds the built-ins that the engine lacks and repairs
// those that behave differently on the edge. It knows the language alone; web APIs are in internal/jsvm/webapi.
//
// All of it costs little until it is used: a built-in is one native function, or a small script in prelude/
// that is compiled at its first use.
//
// Known differences that remain:
//   - Missing, with an error that names them: Intl, Atomics, WebAssembly, the d flag and the v flag's set
//     notation in regular expressions, formats of other languages.
//   - Missing without a specific error: SharedArrayBuffer, resizable buffers, Float16Array.
//   - A WeakRef holds its target strongly.
//   - `instanceof` fails with a Proxy of a class that a script defines.
//   - The source of a literal with \p{…} shows the expanded ranges.
//   - The message of `null.x` says undefined.
//   - Strings, buffers, BigInts and arrays have lower limits (limits.go). `s += s` exceeds that of strings.
//   - Local time is the process's time zone. The edge uses UTC, so a host should set time.Local to it.
//
// The bundler lowers the syntax that the engine does not parse. Start at NewRealm.
package ecma

import (
	"embed"
	"errors"

	"github.com/dop251/goja"
	"golang.org/x/text/collate"
)

//go:embed prelude/*.js prelude/emoji.txt
var preludeScripts embed.FS

// Realm is one engine instance with a complete set of built-ins. It belongs to one goroutine.
type Realm struct {
	runtime     *goja.Runtime
	hasInstance goja.Value            // Function.prototype[Symbol.hasInstance]
	scripts     map[string]goja.Value // results of Script, by file name
	// describeProperty is Object.getOwnPropertyDescriptor.
	describeProperty goja.Callable
	joining          map[*goja.Object]bool // the arrays of join calls in progress
	depth            int                   // reentrant built-ins in progress
	newRangeError    goja.Callable
	intl             *intl // nil before its first use
	collators        map[string]*collate.Collator
	// Allocating, if set, is called before a large buffer is allocated, with its bytes. It may interrupt the runtime.
	Allocating func(bytes uint64)
}

// NewRealm starts an engine and completes its language.
func NewRealm() (*Realm, error) {
	limitMatches()
	r := &Realm{runtime: goja.New(), scripts: map[string]goja.Value{}, joining: map[*goja.Object]bool{}}
	r.describeProperty = r.method(r.builtin("Object"), "getOwnPropertyDescriptor")
	r.newRangeError = r.method(r.runtime.GlobalObject(), "RangeError")
	for _, install := range []func() error{
		r.addSymbols, r.addAmount, r.addGaps, r.replaceJSON, r.installGuards, r.limitConstructors,
		r.repairRegExp, r.containRegExp, r.repairLocale, r.addIntl, r.forbidCodeFromStrings, r.nameMissing,
		r.limitRecursion,
	} {
		if err := install(); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// Runtime is the engine.
func (r *Realm) Runtime() *goja.Runtime { return r.runtime }

// Try calls f and returns what the engine throws within it.
func (r *Realm) Try(f func()) (err error) {
	defer func() {
		if x := recover(); x != nil {
			overflow, ok := x.(*goja.StackOverflowError) // the engine has unwound its stacks
			if !ok {
				panic(x)
			}
			err = overflow
		}
	}()
	if ex := r.runtime.Try(f); ex != nil {
		return ex
	}
	return nil
}

// NewError creates an instance of a global error class, such as "TypeError".
func (r *Realm) NewError(class, message string) *goja.Object {
	e, err := r.runtime.New(r.runtime.Get(class), r.runtime.ToValue(message))
	if err != nil {
		panic(err) // the script replaced the class: throw the exception of the replacement
	}
	return e
}

// Symbol is Symbol.for(key).
func (r *Realm) Symbol(key string) (*goja.Symbol, error) {
	holder := r.runtime.Get("Symbol").ToObject(r.runtime)
	symbolFor, _ := goja.AssertFunction(holder.Get("for"))
	value, err := symbolFor(holder, r.runtime.ToValue(key))
	if err != nil {
		return nil, err
	}
	symbol, ok := value.(*goja.Symbol)
	if !ok {
		return nil, errors.New("a script replaced Symbol.for")
	}
	return symbol, nil
}

// Function creates a native function with the name and length that scripts see.
func (r *Realm) Function(name string, length int, fn func(goja.FunctionCall) goja.Value) *goja.Object {
	rt := r.runtime
	function := rt.ToValue(fn).(*goja.Object)
	_ = function.DefineDataProperty("name", rt.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	if length != 0 {
		_ = function.DefineDataProperty("length", rt.ToValue(length), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	return function
}

// Lazy defines a property whose value is created at the first read: an accessor that replaces itself. One function
// serves as getter and setter, which halves its cost.
func (r *Realm) Lazy(target *goja.Object, name string, create func() goja.Value) error {
	var value goja.Value // kept, since a script may hold the getter
	accessor := r.runtime.ToValue(func(call goja.FunctionCall) goja.Value {
		if len(call.Arguments) > 0 { // an assignment
			assigned, heir := call.Argument(0), call.This
			if object, ok := heir.(*goja.Object); ok && object != target {
				const flag = goja.FLAG_TRUE
				if err := object.DefineDataProperty(name, assigned, flag, flag, flag); err != nil {
					panic(err)
				}
				return goja.Undefined()
			}
			if err := hidden(target, name, assigned); err != nil {
				panic(err)
			}
			return goja.Undefined()
		}
		if value == nil {
			value = create()
		}
		if err := hidden(target, name, value); err != nil {
			panic(err)
		}
		return value
	})
	return target.DefineAccessorProperty(name, accessor, accessor, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// builtin returns a built-in object by its path from the global object: "Array", "prototype".
func (r *Realm) builtin(path ...string) *goja.Object {
	object := r.runtime.GlobalObject()
	for _, name := range path {
		object = object.Get(name).(*goja.Object)
	}
	return object
}

// method returns a function of the engine, to call after it is replaced.
func (r *Realm) method(holder *goja.Object, name string) goja.Callable {
	callable, _ := goja.AssertFunction(holder.Get(name))
	return callable
}

// setMethod defines a native method with the name and length that scripts see.
func (r *Realm) setMethod(holder *goja.Object, name string, length int, fn func(goja.FunctionCall) goja.Value) error {
	return hidden(holder, name, r.Function(name, length, fn))
}

// hidden defines a property with the attributes of built-ins: writable, configurable, not enumerable.
func hidden(holder *goja.Object, name string, value goja.Value) error {
	return holder.DefineDataProperty(name, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// must returns value, or rethrows err.
func must(value goja.Value, err error) goja.Value {
	if err != nil {
		Rethrow(err)
	}
	return value
}
