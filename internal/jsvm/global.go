// This file installs globals at their first use: most code needs few of them, and a VM must start fast.

package jsvm

import "github.com/dop251/goja"

// Global is one web API: one or more names of the global object that are made together.
type Global struct {
	Names []string
	// Install makes the values, one for each name, in order. It runs on the loop, at most once a VM.
	Install func(*VM) ([]goja.Value, error)
	// Eager is for what has to happen before the first script runs. Most globals wait until they are used.
	Eager bool
}

// installGlobals defines the globals that the caller passed.
func (vm *VM) installGlobals() error {
	for _, g := range vm.options.Globals {
		install := onceValue(func() []goja.Value {
			values, err := g.Install(vm)
			if err != nil {
				panic(err)
			}
			return values
		})
		if g.Eager {
			if err := vm.try(func() { install() }); err != nil {
				return err
			}
		}
		for i, name := range g.Names {
			if err := vm.lazy(vm.runtime.GlobalObject(), name, func() goja.Value { return install()[i] }); err != nil {
				return err
			}
		}
	}
	return nil
}

// lazy defines a property that is made when it is first read: an accessor that replaces itself.
func (vm *VM) lazy(target *goja.Object, name string, make func() goja.Value) error {
	define := func(value goja.Value) {
		err := target.DefineDataProperty(name, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		if err != nil {
			panic(err)
		}
	}
	getter := func(goja.FunctionCall) goja.Value {
		value := make()
		define(value)
		return value
	}
	setter := func(call goja.FunctionCall) goja.Value {
		define(call.Argument(0))
		return goja.Undefined()
	}
	rt := vm.runtime
	return target.DefineAccessorProperty(name, rt.ToValue(getter), rt.ToValue(setter), goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// onceValue is make, remembered. Unlike sync.OnceValue it tries again after a panic.
func onceValue[T any](make func() T) func() T {
	var value T
	var done bool
	return func() T {
		if !done {
			value = make()
			done = true
		}
		return value
	}
}
