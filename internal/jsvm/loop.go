// This file is the event loop: an inbox of jobs, done one after another on the VM's own goroutine.
//
// A turn is one entry into the engine. At its end the engine has run all microtasks; then promises that
// were rejected and have no handler by now are reported. A turn that runs too long is interrupted, and
// an interrupt or a stack overflow poisons the VM: the engine drops the jobs behind it, so promises of
// other calls would never settle.

package jsvm

import (
	"fmt"
	"sync"

	"github.com/dop251/goja"
)

// inbox is a queue without an end: what is put in is done, in order, unless the VM ends.
type inbox struct {
	mu     sync.Mutex
	jobs   []func()
	signal chan struct{}
	// clock and loop say whose turn it is to take the jobs, under a Lockstep; nil otherwise.
	clock *Lockstep
	loop  *party
}

func (q *inbox) init() { q.signal = make(chan struct{}, 1) }

func (q *inbox) put(j func()) {
	q.mu.Lock()
	q.jobs = append(q.jobs, j)
	q.mu.Unlock()
	if q.clock != nil {
		q.clock.wake(q.loop)
		return
	}
	select {
	case q.signal <- struct{}{}:
	default:
	}
}

// take hands over all jobs.
func (q *inbox) take() []func() {
	q.mu.Lock()
	defer q.mu.Unlock()
	jobs := q.jobs
	q.jobs = nil
	return jobs
}

// Enqueue does work on the loop, in a turn of its own. It may be called from any goroutine; after the
// VM has ended it does nothing. An error of work must be one that the engine gave it.
func (vm *VM) Enqueue(work func() error) { vm.queue.put(func() { vm.turn(nil, work) }) }

func (vm *VM) loop() {
	defer close(vm.stopped)
	if vm.queue.clock != nil {
		vm.takeTurns()
		return
	}
	if clock, ok := vm.clock.(*VirtualClock); ok {
		clock.attach(vm.settle)
	}
	for {
		select {
		case <-vm.base.Done():
			return
		case <-vm.queue.signal:
		}
		for _, j := range vm.queue.take() {
			j()
			if vm.ended() != nil {
				return
			}
		}
	}
}

// takeTurns is the loop under a Lockstep.
func (vm *VM) takeTurns() {
	q := &vm.queue
	<-q.loop.turn
	defer q.clock.leave()
	for vm.ended() == nil {
		for _, j := range q.take() {
			j()
			if vm.ended() != nil {
				return
			}
		}
		q.clock.park(q.loop)
	}
}

// turn enters the engine as a part of a call; nil when it belongs to none.
func (vm *VM) turn(c *call, work func() error) {
	vm.current, vm.turnOf = c, c
	vm.guard.begin(vm)
	err := vm.protect(work)
	struck := vm.guard.end()
	vm.current, vm.turnOf = nil, nil
	if err != nil {
		if poisoned := poison(err); poisoned != nil {
			vm.end(poisoned)
			return
		}
		vm.uncaught(err)
	}
	if struck {
		vm.end(&PoisonedError{Reason: limitReason{vm.options.TurnLimit}.String()})
		return
	}
	vm.reportRejections()
}

// protect keeps a fault of the engine, or of a host function, from ending the process.
func (vm *VM) protect(work func() error) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = nil
			vm.end(&PoisonedError{Reason: fmt.Sprintf("the JavaScript engine failed: %v", x)})
		}
	}()
	return work()
}

// end gives the VM up: calls in flight fail with err, and nothing more is taken.
func (vm *VM) end(err error) {
	vm.mu.Lock()
	if vm.dead != nil {
		vm.mu.Unlock()
		return
	}
	vm.dead = err
	for c := range vm.calls {
		c.finish(err)
	}
	vm.mu.Unlock()
	vm.runtime.Interrupt(err)
	vm.stop()
	if vm.queue.clock != nil {
		vm.queue.clock.wake(vm.queue.loop)
	}
}

// ended is why the VM takes no more work; nil while it does.
func (vm *VM) ended() error {
	vm.mu.Lock()
	defer vm.mu.Unlock()
	return vm.dead
}

// settle waits until the inbox is empty and no turn runs.
func (vm *VM) settle() {
	for {
		idle := make(chan bool, 1)
		vm.queue.put(func() {
			vm.queue.mu.Lock()
			defer vm.queue.mu.Unlock()
			idle <- len(vm.queue.jobs) == 0
		})
		select {
		case <-vm.stopped:
			return
		case empty := <-idle:
			if empty {
				return
			}
		}
	}
}

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

// uncaught reports an error that a turn ended with.
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
