package jsvm

import (
	"container/heap"
	"time"
)

// agenda holds the timers of a virtual clock, by time and then in the order of the calls. Thousands of calls in flight
// have several timers each, so it is a heap.
type agenda struct {
	sleepers queue[*sleeper]
	added    uint64
}

type sleeper struct {
	at    time.Time
	f     func()
	order uint64
	// index is the position in the heap, -1 outside of it.
	index int
}

func (a *agenda) add(s *sleeper) {
	s.order = a.added
	a.added++
	heap.Push(&a.sleepers, s)
}

// remove removes a timer. It has no effect after the timer has fired.
func (a *agenda) remove(s *sleeper) {
	if s.index >= 0 {
		heap.Remove(&a.sleepers, s.index)
	}
}

// due reports whether there is a timer up to a time.
func (a *agenda) due(until time.Time) bool {
	return len(a.sleepers) > 0 && !a.sleepers[0].at.After(until)
}

func (a *agenda) empty() bool { return len(a.sleepers) == 0 }

// first removes and returns the next timer.
func (a *agenda) first() *sleeper { return heap.Pop(&a.sleepers).(*sleeper) }

func (s *sleeper) before(other *sleeper) bool {
	if !s.at.Equal(other.at) {
		return s.at.Before(other.at)
	}
	return s.order < other.order
}

func (s *sleeper) position() *int { return &s.index }
