package jsvm

import "github.com/dop251/goja"

func (vm *VM) trackRejection(p *goja.Promise, operation goja.PromiseRejectionOperation) {
	if operation == goja.PromiseRejectionReject {
		vm.rejected = append(vm.rejected, p)
		return
	}
	for i, other := range vm.rejected {
		if other == p {
			vm.rejected = append(vm.rejected[:i], vm.rejected[i+1:]...)
			return
		}
	}
}

func (vm *VM) reportRejections() {
	if len(vm.rejected) == 0 {
		return
	}
	rejected := vm.rejected
	vm.rejected = nil
	for _, p := range rejected {
		e := vm.describe(p.Result())
		e.Rejection = true
		vm.report(e)
	}
}

// uncaught reports the error of a turn.
func (vm *VM) uncaught(err error) {
	err = vm.exception(err)
	e, ok := err.(*Exception)
	if !ok {
		e = &Exception{Message: err.Error()}
	}
	vm.report(e)
}

func (vm *VM) report(e *Exception) {
	if vm.options.Uncaught != nil {
		vm.options.Uncaught(e)
		return
	}
	if vm.options.Console == nil {
		return
	}
	text := e.Stack
	if text == "" {
		text = e.Error()
	}
	if e.Rejection {
		text = "(in promise) " + text
	}
	vm.options.Console("error", "Uncaught "+text)
}
