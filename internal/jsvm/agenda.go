package jsvm

import (
	"container/heap"
	"time"
)

// agenda holds the timers of a virtual clock, by time and then in the order of the calls. Thousands of calls in flight
// have several timers each, so it is a heap.
type agenda struct {
	sleepers sleepers
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

// sleepers implements heap.Interface.
type sleepers []*sleeper

func (s sleepers) Len() int { return len(s) }

func (s sleepers) Less(i, j int) bool {
	if !s[i].at.Equal(s[j].at) {
		return s[i].at.Before(s[j].at)
	}
	return s[i].order < s[j].order
}

func (s sleepers) Swap(i, j int) {
	s[i], s[j] = s[j], s[i]
	s[i].index, s[j].index = i, j
}

func (s *sleepers) Push(x any) {
	one := x.(*sleeper)
	one.index = len(*s)
	*s = append(*s, one)
}

func (s *sleepers) Pop() any {
	last := len(*s) - 1
	one := (*s)[last]
	(*s)[last] = nil
	*s = (*s)[:last]
	one.index = -1
	return one
}
