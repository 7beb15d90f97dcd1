package jsvm

import (
	"context"
	"fmt"

	"github.com/dop251/goja"
)

// Do runs work on the loop, in a turn after what is already queued, and waits for it. The turn belongs to no call.
// The error is that of work, or the reason why the VM has ended.
func (vm *VM) Do(ctx context.Context, work func() error) error {
	c, err := vm.begin(ctx)
	if err != nil {
		return err
	}
	vm.queue.put(func() {
		vm.turn(nil, func() error {
			err := work()
			if poison(err) != nil {
				return err
			}
			c.settle(vm.exception(err))
			return nil
		})
	})
	return c.wait(ctx)
}

// Run runs a script. No call is running while scripts load, so asynchronous host functions throw.
func (vm *VM) Run(ctx context.Context, p *Program) error {
	return vm.Do(ctx, func() error {
		_, err := vm.runtime.RunProgram(p.program)
		return err
	})
}

// Call calls the global function fn with strings, awaits it and returns its result as a string. An uncaught throw is
// an *Exception.
func (vm *VM) Call(ctx context.Context, fn string, args ...string) (string, error) {
	c, err := vm.begin(ctx)
	if err != nil {
		return "", err
	}
	var result string
	finish := func(value goja.Value) error {
		return vm.Try(func() { result = value.String() })
	}
	vm.queue.put(func() {
		vm.turn(c, func() error {
			callee, err := vm.function(fn)
			if err != nil {
				c.settle(err)
				return nil
			}
			values := make([]goja.Value, len(args))
			for i, arg := range args {
				values[i] = vm.runtime.ToValue(arg)
			}
			value, err := callee(goja.Undefined(), values...)
			return vm.await(c, value, err, finish)
		})
	})
	if err := c.wait(ctx); err != nil {
		return "", err
	}
	return result, nil
}

// Apply calls the global function fn with a string from host code that already runs on the loop, such as
// Options.Console. fn must be synchronous.
func (vm *VM) Apply(fn, arg string) (string, error) {
	callee, err := vm.function(fn)
	if err != nil {
		return "", err
	}
	value, err := callee(goja.Undefined(), vm.runtime.ToValue(arg))
	if err != nil {
		return "", err
	}
	return value.String(), nil
}

func (vm *VM) function(name string) (goja.Callable, error) {
	callee, ok := goja.AssertFunction(vm.runtime.Get(name))
	if !ok {
		return nil, fmt.Errorf("the script defines no function %s", name)
	}
	return callee, nil
}

// await settles c when value settles. finish reads the fulfilled value.
func (vm *VM) await(c *call, value goja.Value, err error, finish func(goja.Value) error) error {
	if err != nil {
		if poison(err) != nil {
			return err
		}
		c.settle(vm.exception(err))
		return nil
	}
	done := func(value goja.Value) {
		err := finish(value)
		c.settle(vm.exception(err))
	}
	return vm.promises.whenSettled(vm.runtime, value, done, func(reason goja.Value) { c.settle(vm.describe(reason)) })
}
