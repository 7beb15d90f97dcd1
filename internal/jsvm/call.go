package jsvm

import (
	"context"
	"runtime"

	"github.com/dop251/goja"
)

// call is one call in flight. Code that runs for it, also after an await or in a timer, shares its context. The
// context ends when the caller gives up, and with it the host functions that the call waits for.
type call struct {
	ctx    context.Context
	cancel context.CancelFunc
	done   chan struct{}
	err    error
	vm     *VM
	// clock and caller are set if a participant of a Lockstep makes the call.
	clock  *Lockstep
	caller *participant
}

// contextTracker lets the engine keep the current call across awaits.
type contextTracker VM

// tracked is a call with a value of SetAsyncContext. Few have one, so that the others need no memory.
type tracked struct {
	call  *call
	value goja.Value
}

func (t *contextTracker) Grab() any {
	if t.async == nil {
		return t.current
	}
	return &tracked{t.current, t.async}
}

func (t *contextTracker) Resumed(grabbed any) {
	if with, ok := grabbed.(*tracked); ok {
		t.current, t.async = with.call, with.value
		return
	}
	t.current, _ = grabbed.(*call)
	t.async = nil
}

// Exited restores the call that the turn runs for. The engine does not resume the context of a thenable that is not
// a native promise. Such code most likely belongs to that call.
func (t *contextTracker) Exited() { t.current, t.async = t.turnOf, nil }

// AsyncContext returns the value that SetAsyncContext has set for the running code. On the loop.
func (vm *VM) AsyncContext() goja.Value {
	if vm.async == nil {
		return goja.Undefined()
	}
	return vm.async
}

// SetAsyncContext sets a value that the engine keeps across awaits of the running code; undefined for none. On the
// loop.
func (vm *VM) SetAsyncContext(value goja.Value) {
	vm.async = value
	if goja.IsUndefined(value) {
		vm.async = nil
	}
}

// Context returns the context of the call that the running code belongs to. No call is running while scripts load, and
// it returns false. On the loop.
func (vm *VM) Context() (context.Context, bool) {
	ctx, isCall := vm.base, false
	if vm.current != nil {
		ctx, isCall = vm.current.ctx, true
	}
	if l := vm.queue.clock; l != nil && lockstepOf(ctx) == nil {
		ctx = context.WithValue(ctx, participantKey{}, l) // host functions are participants
	}
	return ctx, isCall
}

// settle ends the call. Only the first settle has an effect.
func (c *call) settle(err error) {
	c.vm.mu.Lock()
	defer c.vm.mu.Unlock()
	c.finish(err)
}

// finish is settle for a caller that holds the VM's mutex.
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

// wake makes a participant that waits for the call check its state again.
func (c *call) wake() {
	if c.caller != nil {
		c.clock.wake(c.caller)
	}
}

// park blocks a participant until hasNews or the end of ctx. Other callers return at once and wait for channels.
func (c *call) park(ctx context.Context, hasNews func() bool) {
	if c.caller == nil || hasNews() {
		return
	}
	defer context.AfterFunc(ctx, c.wake)()
	for !hasNews() && ctx.Err() == nil {
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

// begin registers a call. It fails if the VM has ended.
func (vm *VM) begin(ctx context.Context) (*call, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c := &call{vm: vm, done: make(chan struct{})}
	if l := lockstepOf(ctx); l != nil && l == vm.queue.clock {
		c.clock, c.caller = l, &participant{turn: make(chan struct{}, 1)}
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

// heldContext is a context whose last use the garbage collector detects.
type heldContext struct{ context.Context }

// callContext derives the context of a call: it has the caller's values and ends with the VM. It does not end with
// the response, since code may continue after it. The VM drops its reference when the context is unreachable.
func (vm *VM) callContext(ctx context.Context) (context.Context, context.CancelFunc) {
	inner, cancel := context.WithCancel(context.WithoutCancel(ctx))
	held := &heldContext{inner}
	forget := context.AfterFunc(vm.base, cancel)
	runtime.AddCleanup(held, func(forget func() bool) { forget() }, forget)
	return held, cancel
}

// wait returns the error of the call. When ctx ends first, it cancels the call.
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
