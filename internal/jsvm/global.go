// This file installs globals at their first use: most code needs few of them, and a VM must start fast.

package jsvm

import (
	"github.com/dop251/goja"
)

// Global is one web API: one or more names of the global object that are made together.
type Global struct {
	Names []string
	// Install makes the values, one for each name, in order. It runs on the loop, once a VM.
	Install func(*VM) ([]goja.Value, error)
	// Eager is for what has to happen before the first script runs. Most globals wait until they are used.
	Eager bool
}

type lazyGlobal struct {
	Global
	values []goja.Value
}

func (vm *VM) installGlobals() error {
	for _, g := range vm.options.Globals {
		lazy := &lazyGlobal{Global: g}
		if g.Eager {
			if err := vm.install(lazy); err != nil {
				return err
			}
			continue
		}
		for i, name := range g.Names {
			if err := vm.defineLazy(lazy, i, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// defineLazy defines an accessor that replaces itself with the value.
func (vm *VM) defineLazy(lazy *lazyGlobal, index int, name string) error {
	rt := vm.runtime
	getter := rt.ToValue(func(goja.FunctionCall) goja.Value {
		if err := vm.install(lazy); err != nil {
			panic(err)
		}
		return lazy.values[index]
	})
	setter := rt.ToValue(func(call goja.FunctionCall) goja.Value {
		if err := vm.defineGlobal(name, call.Argument(0)); err != nil {
			panic(err)
		}
		return goja.Undefined()
	})
	return rt.GlobalObject().DefineAccessorProperty(name, getter, setter, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

func (vm *VM) install(lazy *lazyGlobal) error {
	if lazy.values != nil {
		return nil
	}
	values, err := lazy.Install(vm)
	if err != nil {
		return err
	}
	lazy.values = values
	for i, name := range lazy.Names {
		if err := vm.defineGlobal(name, values[i]); err != nil {
			return err
		}
	}
	return nil
}

func (vm *VM) defineGlobal(name string, value goja.Value) error {
	return vm.runtime.GlobalObject().DefineDataProperty(name, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}
