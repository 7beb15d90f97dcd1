// This file prepares the language of every VM.

package jsvm

// installPrelude adds what the engine lacks.
func (vm *VM) installPrelude() error {
	return vm.keepPromiseFunctions()
}
