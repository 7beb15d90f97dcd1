package jsvm

import "time"

// Enqueue runs work on the loop, in a new turn. Any goroutine may call it. It has no effect after the VM has ended.
// An error of work must come from the engine.
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
		if !vm.runJobs() {
			return
		}
	}
}

// runJobs runs what is in the inbox. It returns false when the VM has ended.
func (vm *VM) runJobs() bool {
	for _, job := range vm.queue.take() {
		job()
		if vm.Err() != nil {
			return false
		}
	}
	return true
}

// takeTurns is the loop under a Lockstep.
func (vm *VM) takeTurns() {
	q := &vm.queue
	<-q.loop.turn
	defer q.clock.leave()
	for vm.Err() == nil {
		if !vm.runJobs() {
			return
		}
		q.clock.park(q.loop)
	}
}

// turn enters the engine once. c is the call that the turn belongs to, or nil. After work the engine runs all
// microtasks. Then promises that were rejected and have no handler are reported.
//
// An interrupt or a stack overflow poisons the VM: the engine drops the microtasks behind it, so promises of other
// calls would never settle.
func (vm *VM) turn(c *call, work func() error) {
	vm.current, vm.turnOf, vm.async = c, c, nil
	vm.guard.begin(vm)
	err := vm.protect(work)
	interrupted := vm.guard.end()
	vm.current, vm.turnOf, vm.async, vm.turnStart = nil, nil, nil, time.Time{}
	if err != nil {
		if poisoned := poison(err); poisoned != nil {
			vm.End(poisoned)
			return
		}
		vm.uncaught(err)
	}
	if interrupted {
		vm.End(&PoisonedError{Reason: vm.guard.reason})
		return
	}
	vm.reportRejections()
}

// protect converts a panic of the engine or of a host function into the end of the VM.
func (vm *VM) protect(work func() error) (err error) {
	defer func() {
		if recover() != nil {
			err = nil
			vm.End(&PoisonedError{Reason: EngineFailed})
		}
	}()
	return work()
}

// End ends the VM: calls in flight fail with err, and so does every later one. Any goroutine may call it.
func (vm *VM) End(err error) {
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

// Err returns the reason why the VM has ended, or nil.
func (vm *VM) Err() error {
	vm.mu.Lock()
	defer vm.mu.Unlock()
	return vm.dead
}
