// This file holds the timers of a VM: a heap by deadline, then by the order in which they were set.

package jsvm

import (
	"container/heap"
	"time"
)

// timerHeap is on the loop only.
type timerHeap struct {
	heap   timers
	byID   map[int32]*timer
	lastID int32
	seq    uint64
	// armed is the time for which the clock was asked to wake the loop.
	armed  time.Time
	disarm func()
}

type timer struct {
	id       int32
	deadline time.Time
	seq      uint64
	every    time.Duration // of an interval
	repeats  bool
	run      func() error
	owner    *call
	index    int
	stopped  bool
}

// StartTimer calls run on the loop, in a turn of its own, when delay has passed; with repeats, again
// and again. On the loop.
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

// StopTimer forgets a timer; an id that is none is no error. On the loop.
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
	t.deadline = vm.clock.Now().Add(delay)
	heap.Push(&vm.timers.heap, t)
}

// arm asks the clock to wake the loop for the first deadline.
func (vm *VM) arm() {
	h := &vm.timers
	if len(h.heap) == 0 {
		return
	}
	first := h.heap[0].deadline
	if h.disarm != nil {
		if !first.Before(h.armed) {
			return
		}
		h.disarm()
	}
	h.armed = first
	h.disarm = vm.clock.AfterFunc(first.Sub(vm.clock.Now()), func() { vm.queue.put(vm.runTimers) })
}

// runTimers runs what is due now, each timer in a turn of its own. What those turns set for now has to
// wait for the next round, so that timers cannot starve the inbox.
func (vm *VM) runTimers() {
	h := &vm.timers
	h.disarm = nil
	now := vm.clock.Now()
	var due []*timer
	for len(h.heap) > 0 && !h.heap[0].deadline.After(now) {
		due = append(due, heap.Pop(&h.heap).(*timer))
	}
	for _, t := range due {
		if t.stopped {
			continue
		}
		if t.repeats {
			vm.schedule(t, max(t.every, minInterval))
		} else {
			delete(h.byID, t.id)
		}
		vm.turn(t.owner, t.run)
		if vm.ended() != nil {
			return
		}
	}
	vm.arm()
}

// minInterval keeps setInterval(f, 0) from using up the machine, as browsers do.
const minInterval = time.Millisecond

type timers []*timer

func (h timers) Len() int { return len(h) }

func (h timers) Less(i, j int) bool {
	if !h[i].deadline.Equal(h[j].deadline) {
		return h[i].deadline.Before(h[j].deadline)
	}
	return h[i].seq < h[j].seq
}

func (h timers) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

func (h *timers) Push(x any) {
	t := x.(*timer)
	t.index = len(*h)
	*h = append(*h, t)
}

func (h *timers) Pop() any {
	old := *h
	t := old[len(old)-1]
	old[len(old)-1] = nil
	*h = old[:len(old)-1]
	t.index = -1
	return t
}
