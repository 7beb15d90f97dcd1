// This file binds functions of the host: strings go in and out, so that no object crosses the border.

package jsvm

import (
	"context"

	"github.com/dop251/goja"
)

// Bind defines a global function f(string): Promise<string>. fn runs on a goroutine of its own; its
// context ends with the call that called f. An error rejects the promise with an Error of its text.
func (vm *VM) Bind(name string, fn func(ctx context.Context, arg string) (string, error)) error {
	return vm.define(name, func(call goja.FunctionCall) goja.Value {
		arg := call.Argument(0).String()
		return vm.Go(func(ctx context.Context) (func() goja.Value, error) {
			result, err := fn(ctx, arg)
			return func() goja.Value { return vm.runtime.ToValue(result) }, err
		})
	})
}

// BindSync defines a global function f(string): string. fn runs on the loop and must not wait for
// anything. An error is thrown as an Error of its text.
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
	return vm.onLoop(context.Background(), func() error {
		return vm.runtime.GlobalObject().DefineDataProperty(
			name, vm.runtime.ToValue(fn), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE,
		)
	})
}

// Go runs work on a goroutine of its own, and gives a promise of what it finds. On the loop; the
// function that work returns makes the value and runs on the loop again. An error rejects the promise:
// with the value that a *Thrown carries, else with an Error of the text.
func (vm *VM) Go(work func(ctx context.Context) (func() goja.Value, error)) goja.Value {
	promise, resolve, reject := vm.runtime.NewPromise()
	ctx, _ := vm.Context()
	owner := vm.current
	settle := func(value func() goja.Value, err error) error {
		if err != nil {
			return reject(vm.reason(err))
		}
		var made goja.Value
		if ex := vm.runtime.Try(func() { made = value() }); ex != nil {
			return reject(ex.Value())
		}
		return resolve(made)
	}
	Go(ctx, vm.clock, func(ctx context.Context) {
		value, err := work(ctx)
		vm.queue.put(func() { vm.turn(owner, func() error { return settle(value, err) }) })
	})
	return vm.runtime.ToValue(promise)
}

// Thrown is an error for which work of Go makes the thrown value itself.
type Thrown struct{ Value func() goja.Value }

func (t *Thrown) Error() string { return "a thrown value" }

func (vm *VM) reason(err error) goja.Value {
	if thrown, ok := err.(*Thrown); ok {
		return thrown.Value()
	}
	return vm.NewError("Error", err.Error())
}
