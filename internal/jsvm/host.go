package jsvm

import (
	"context"

	"github.com/dop251/goja"
)

// Bind defines a global function f(string): Promise<string>. fn runs on a new goroutine, and its context ends with
// the call that called f. An error rejects the promise with an Error of that message.
func (vm *VM) Bind(name string, fn func(ctx context.Context, arg string) (string, error)) error {
	return vm.define(name, func(call goja.FunctionCall) goja.Value {
		arg := call.Argument(0).String()
		return vm.Go(func(ctx context.Context) (func() goja.Value, error) {
			result, err := fn(ctx, arg)
			return func() goja.Value { return vm.runtime.ToValue(result) }, err
		})
	})
}

// BindSync defines a global function f(string): string. fn runs on the loop and must not block. An error is thrown
// as an Error of that message.
func (vm *VM) BindSync(name string, fn func(arg string) (string, error)) error {
	return vm.define(name, func(call goja.FunctionCall) goja.Value {
		result, err := fn(call.Argument(0).String())
		if err != nil {
			panic(vm.NewError("Error", err.Error()))
		}
		return vm.runtime.ToValue(result)
	})
}

func (vm *VM) define(name string, fn func(goja.FunctionCall) goja.Value) error {
	return vm.Do(context.Background(), func() error {
		value := vm.runtime.ToValue(fn)
		return vm.runtime.GlobalObject().DefineDataProperty(name, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	})
}

// Go runs work on a new goroutine and returns a promise of its result. The function that work returns creates the
// value, on the loop. An error rejects the promise: with the value of a *Thrown, else with an Error of its message.
// On the loop.
func (vm *VM) Go(work func(ctx context.Context) (func() goja.Value, error)) goja.Value {
	promise, resolve, reject := vm.runtime.NewPromise()
	ctx, _ := vm.Context()
	owner := vm.current
	settle := func(create func() goja.Value, err error) error {
		if err != nil {
			return reject(vm.reason(err))
		}
		var value goja.Value
		if ex := vm.runtime.Try(func() { value = create() }); ex != nil {
			return reject(ex.Value())
		}
		return resolve(value)
	}
	Go(ctx, vm.clock, func(ctx context.Context) {
		create, err := work(ctx)
		vm.queue.put(func() { vm.turn(owner, func() error { return settle(create, err) }) })
	})
	return vm.runtime.ToValue(promise)
}

// Thrown is an error of work for VM.Go that carries the value to throw.
type Thrown struct{ Value func() goja.Value }

func (t *Thrown) Error() string { return "a thrown value" }

func (vm *VM) reason(err error) goja.Value {
	if thrown, ok := err.(*Thrown); ok {
		return thrown.Value()
	}
	return vm.NewError("Error", err.Error())
}
