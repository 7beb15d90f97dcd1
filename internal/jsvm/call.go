// This file makes calls into a VM: scripts, functions and requests, each awaited by its caller.

package jsvm

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/dop251/goja"
)

// call is one call in flight. Whatever runs for it, also after an await or in a timer, knows it: its
// context ends when the caller loses interest, and with it the host functions that it waits for.
type call struct {
	ctx    context.Context
	cancel context.CancelFunc
	done   chan struct{}
	err    error
	vm     *VM
	// clock and caller are set when the one who waits is a party of a Lockstep.
	clock  *Lockstep
	caller *party
}

// contextTracker lets the engine carry the current call across awaits.
type contextTracker VM

func (t *contextTracker) Grab() any { return t.current }

func (t *contextTracker) Resumed(tracked any) { t.current, _ = tracked.(*call) }

// Exited goes back to the turn's own call: the engine resumes nothing for a thenable that is not a
// promise of its own, and such code most likely belongs to the call that the turn is for.
func (t *contextTracker) Exited() { t.current = t.turnOf }

// Context is that of the call that the running code belongs to; false while scripts load. On the loop.
func (vm *VM) Context() (context.Context, bool) {
	ctx, isCall := vm.base, false
	if vm.current != nil {
		ctx, isCall = vm.current.ctx, true
	}
	if l := vm.queue.clock; l != nil && lockstepOf(ctx) == nil {
		ctx = context.WithValue(ctx, partyKey{}, l) // whoever works for the code is a party
	}
	return ctx, isCall
}

// settle ends the call; only the first time counts.
func (c *call) settle(err error) {
	c.vm.mu.Lock()
	defer c.vm.mu.Unlock()
	c.finish(err)
}

// finish is settle for who holds the VM's lock.
func (c *call) finish(err error) {
	select {
	case <-c.done:
	default:
		c.err = err
		delete(c.vm.calls, c)
		close(c.done)
		c.wake()
	}
}

// wake has a caller that is a party look again.
func (c *call) wake() {
	if c.caller != nil {
		c.clock.wake(c.caller)
	}
}

// park has a caller that is a party wait for its turn until there is news for it or ctx ends; anybody else
// waits by channels.
func (c *call) park(ctx context.Context, news func() bool) {
	if c.caller == nil || news() {
		return
	}
	defer context.AfterFunc(ctx, c.wake)()
	for !news() && ctx.Err() == nil {
		c.clock.park(c.caller)
	}
}

// settled reports whether the call has ended.
func (c *call) settled() bool {
	select {
	case <-c.done:
		return true
	default:
		return false
	}
}

// begin registers a call; it fails when the VM has ended.
func (vm *VM) begin(ctx context.Context) (*call, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c := &call{vm: vm, done: make(chan struct{})}
	if l := lockstepOf(ctx); l != nil && l == vm.queue.clock {
		c.clock, c.caller = l, &party{turn: make(chan struct{}, 1)}
	}
	vm.mu.Lock()
	defer vm.mu.Unlock()
	if vm.dead != nil {
		return nil, vm.dead
	}
	vm.calls[c] = true
	c.ctx, c.cancel = vm.callContext(ctx)
	return c, nil
}

// heldContext is a context that the collector can find unused.
type heldContext struct{ context.Context }

// callContext carries the caller's values. It outlives the answer, since code may go on after it, but
// not a caller who gives up before, nor the VM; the VM lets go of it when nobody holds it any more.
func (vm *VM) callContext(ctx context.Context) (context.Context, context.CancelFunc) {
	inner, cancel := context.WithCancel(context.WithoutCancel(ctx))
	held := &heldContext{inner}
	forget := context.AfterFunc(vm.base, cancel)
	runtime.AddCleanup(held, func(forget func() bool) { forget() }, forget)
	return held, cancel
}

// wait gives the call's result, or leaves when ctx ends.
func (c *call) wait(ctx context.Context) error {
	c.park(ctx, c.settled)
	select {
	case <-c.done:
		return c.err
	case <-ctx.Done():
	}
	select {
	case <-c.done:
		return c.err
	default:
		c.cancel()
		c.settle(ctx.Err())
		return ctx.Err()
	}
}

// Do does work on the loop, in a turn of its own and outside any call, after what was enqueued before it;
// it waits for it. Its error is that of work, or why the VM has ended.
func (vm *VM) Do(ctx context.Context, work func() error) error { return vm.onLoop(ctx, work) }

// onLoop does work on the loop, outside any call, and waits for it.
func (vm *VM) onLoop(ctx context.Context, work func() error) error {
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

// Run runs a script to its end. While scripts load there is no call: what would have to wait is refused.
func (vm *VM) Run(ctx context.Context, p *Program) error {
	return vm.onLoop(ctx, func() error {
		_, err := vm.runtime.RunProgram(p.program)
		return err
	})
}

// Call calls the global function fn with strings, awaits it, and gives its result as a string.
// An uncaught throw is an *Exception.
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
			callee, ok := goja.AssertFunction(vm.runtime.Get(fn))
			if !ok {
				c.settle(fmt.Errorf("the script defines no function %s", fn))
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

// Apply calls the global function fn with a string, from host code that runs on the loop already, such as
// Options.Console. fn must not wait for anything.
func (vm *VM) Apply(fn, arg string) (string, error) {
	callee, ok := goja.AssertFunction(vm.runtime.Get(fn))
	if !ok {
		return "", fmt.Errorf("the script defines no function %s", fn)
	}
	value, err := callee(goja.Undefined(), vm.runtime.ToValue(arg))
	if err != nil {
		return "", err
	}
	return value.String(), nil
}

// await settles c when value does. finish reads the value that it was fulfilled with.
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
	return vm.whenSettled(value, done, func(reason goja.Value) { c.settle(vm.describe(reason)) })
}

// whenSettled calls one of the functions, in a microtask, when value, if it is a promise, settles; any
// other value is fulfilled already. On the loop. The error is one of the engine.
func (vm *VM) whenSettled(value goja.Value, fulfilled, rejected func(goja.Value)) error {
	if _, isObject := value.(*goja.Object); !isObject {
		fulfilled(value)
		return nil
	}
	promise, err := vm.promises.resolve(vm.promises.constructor, value)
	if err != nil {
		return err
	}
	react := func(f func(goja.Value)) goja.Value {
		return vm.runtime.ToValue(func(call goja.FunctionCall) goja.Value {
			f(call.Argument(0))
			return goja.Undefined()
		})
	}
	_, err = vm.promises.then(promise, react(fulfilled), react(rejected))
	return err
}

// promiseFunctions are those of the engine, kept before any script can change them.
type promiseFunctions struct {
	constructor   *goja.Object
	resolve, then goja.Callable
}

func (vm *VM) keepPromiseFunctions() error {
	constructor, ok := vm.runtime.Get("Promise").(*goja.Object)
	if !ok {
		return errors.New("the engine has no Promise")
	}
	vm.promises.constructor = constructor
	vm.promises.resolve, _ = goja.AssertFunction(constructor.Get("resolve"))
	prototype := constructor.Get("prototype").(*goja.Object)
	vm.promises.then, _ = goja.AssertFunction(prototype.Get("then"))
	return nil
}
