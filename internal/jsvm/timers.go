package jsvm

import (
	"container/heap"
	"time"
)

// timerHeap holds the timers of a VM, by deadline and then in the order of creation. On the loop only.
type timerHeap struct {
	heap   queue[*timer]
	byID   map[int32]*timer
	lastID int32
	seq    uint64
	// armed is the time for which the clock wakes the loop.
	armed  time.Time
	disarm func()
}

type timer struct {
	id int32
	// deadline orders timers. It counts from the first timer that the turn set: timers of one turn run in the order of
	// their delays, however long the turn takes. No timer runs before notBefore, which counts from its own call.
	deadline, notBefore time.Time

	seq     uint64
	every   time.Duration // of an interval
	repeats bool
	run     func() error
	owner   *call
	index   int
	stopped bool
}

// StartTimer runs run on the loop, in a new turn, after delay; if repeats, every delay. On the loop.
func (vm *VM) StartTimer(delay time.Duration, repeats bool, run func() error) (id int32) {
	h := &vm.timers
	if h.byID == nil {
		h.byID = map[int32]*timer{}
	}
	h.lastID++
	t := &timer{id: h.lastID, every: delay, repeats: repeats, run: run, owner: vm.current}
	h.byID[t.id] = t
	vm.schedule(t, delay)
	vm.arm()
	return t.id
}

// StopTimer removes a timer. It ignores an unknown id. On the loop.
func (vm *VM) StopTimer(id int32) {
	t := vm.timers.byID[id]
	if t == nil {
		return
	}
	delete(vm.timers.byID, id)
	t.stopped = true
	if t.index >= 0 {
		heap.Remove(&vm.timers.heap, t.index)
	}
}

func (vm *VM) schedule(t *timer, delay time.Duration) {
	vm.timers.seq++
	t.seq = vm.timers.seq
	now := vm.clock.Now()
	if vm.turnStart.IsZero() {
		vm.turnStart = now
	}
	t.deadline, t.notBefore = vm.turnStart.Add(delay), now.Add(delay)
	heap.Push(&vm.timers.heap, t)
}

// arm makes the clock wake the loop at the first deadline.
func (vm *VM) arm() {
	h := &vm.timers
	if len(h.heap) == 0 {
		return
	}
	first := h.heap[0].notBefore
	if h.disarm != nil {
		if !first.Before(h.armed) {
			return
		}
		h.disarm()
	}
	h.armed = first
	h.disarm = vm.clock.AfterFunc(first.Sub(vm.clock.Now()), func() { vm.queue.put(vm.runTimers) })
}

// runTimers runs the due timers, each in a new turn. Timers that these turns set for now wait for the next round, so
// that they cannot starve the inbox.
func (vm *VM) runTimers() {
	h := &vm.timers
	h.disarm = nil
	now := vm.clock.Now()
	var due []*timer
	for len(h.heap) > 0 && !h.heap[0].notBefore.After(now) {
		due = append(due, heap.Pop(&h.heap).(*timer))
	}
	for _, t := range due {
		if t.stopped {
			continue
		}
		if t.repeats {
			vm.schedule(t, max(t.every, minInterval))
			vm.turnStart = time.Time{}
		} else {
			delete(h.byID, t.id)
		}
		vm.turn(t.owner, t.run)
		if vm.Err() != nil {
			return
		}
	}
	vm.arm()
}

// minInterval is the shortest interval, as in browsers: setInterval(f, 0) must not use all of the CPU.
const minInterval = time.Millisecond

func (t *timer) before(other *timer) bool {
	if !t.deadline.Equal(other.deadline) {
		return t.deadline.Before(other.deadline)
	}
	return t.seq < other.seq
}

func (t *timer) position() *int { return &t.index }
