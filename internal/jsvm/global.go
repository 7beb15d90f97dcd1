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

// installGlobals defines the globals that the caller passed. Most code needs few of them, and a VM must start
// fast, so each is installed at the first use of one of its names.
func (vm *VM) installGlobals() error {
	for _, g := range vm.options.Globals {
		var values []goja.Value
		install := func() {
			if values != nil {
				return
			}
			var err error
			if values, err = g.Install(vm); err != nil {
				panic(err)
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
