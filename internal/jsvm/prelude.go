// This file prepares the language of every VM: it adds what the engine lacks and repairs what it does
// differently from the edge. All of it is cheap until it is used: what is not one native function is a
// small script in prelude/ that is compiled at its first use.
//
// What remains different. Missing, with an error that says so: Intl, Atomics, WebAssembly, the d flag and
// the v flag's set notation in regular expressions, formats of other languages. Missing as such:
// SharedArrayBuffer, resizable buffers, Float16Array. Syntax is the bundler's concern. Held strongly: the
// target of a WeakRef. Not repaired: `instanceof` with a Proxy of a class made by scripts, a literal with
// \p{…} shows its ranges as its source, `null.x` speaks of undefined, `s += s` passes the limit of a
// string. Local time is the process's; the edge has UTC, so a host should set time.Local to it.

package jsvm

import (
	"embed"

	"github.com/dop251/goja"
)

//go:embed prelude/*.js prelude/emoji.txt
var preludeScripts embed.FS

// installPrelude runs before anything else does.
func (vm *VM) installPrelude() error {
	if err := vm.keepPromiseFunctions(); err != nil {
		return err
	}
	for _, install := range []func() error{
		vm.addSymbols, vm.addGaps, vm.replaceJSON, vm.limitStrings, vm.limitArrays, vm.limitBuffers,
		vm.repairRegExp, vm.repairLocale, vm.forbidCodeFromStrings, vm.nameMissing,
	} {
		if err := install(); err != nil {
			return err
		}
	}
	return nil
}

// builtin is a global object of the language; path leads from the global object: "Array", "prototype".
func (vm *VM) builtin(path ...string) *goja.Object {
	object := vm.runtime.GlobalObject()
	for _, name := range path {
		object = object.Get(name).(*goja.Object)
	}
	return object
}

// method is a function of the engine, kept before it is replaced.
func (vm *VM) method(holder *goja.Object, name string) goja.Callable {
	callable, _ := goja.AssertFunction(holder.Get(name))
	return callable
}

// setMethod defines a native method with a name and a length as scripts see them.
func (vm *VM) setMethod(holder *goja.Object, name string, length int, fn func(goja.FunctionCall) goja.Value) error {
	return hidden(holder, name, vm.Function(name, length, fn))
}

// Function makes a native function with a name and a length as scripts see them. On the loop.
func (vm *VM) Function(name string, length int, fn func(goja.FunctionCall) goja.Value) *goja.Object {
	rt := vm.runtime
	function := rt.ToValue(fn).(*goja.Object)
	_ = function.DefineDataProperty("name", rt.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	if length != 0 {
		_ = function.DefineDataProperty("length", rt.ToValue(length), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	return function
}

// hidden defines a property as the language defines its own: writable, configurable, not enumerable.
func hidden(holder *goja.Object, name string, value goja.Value) error {
	return holder.DefineDataProperty(name, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// must passes on what a call into the engine has thrown.
func must(value goja.Value, err error) goja.Value {
	if err != nil {
		panic(err)
	}
	return value
}
