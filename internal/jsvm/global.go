package jsvm

import (
	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/jsvm/ecma"
)

// Global is one web API: names of the global object that are created together.
type Global struct {
	Names []string
	// Install creates the values, one per name, in order. It runs on the loop, at most once per VM.
	Install func(*VM) ([]goja.Value, error)
	// Eager installs before the first script runs.
	Eager bool
}

// installGlobals defines the globals of Options. Most code uses few of them, and a VM must start fast, so each is
// installed at the first use of one of its names.
func (vm *VM) installGlobals() error {
	for _, g := range vm.options.Globals {
		var values []goja.Value
		install := func() {
			if values != nil {
				return
			}
			var err error
			if values, err = g.Install(vm); err != nil {
				ecma.Rethrow(err)
			}
		}
		if g.Eager {
			if err := vm.Try(install); err != nil {
				return err
			}
		}
		for i, name := range g.Names {
			value := func() goja.Value {
				install()
				return values[i]
			}
			if err := vm.Lazy(vm.runtime.GlobalObject(), name, value); err != nil {
				return err
			}
		}
	}
	return nil
}
