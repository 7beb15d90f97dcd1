package jsvm

import (
	"slices"
	"time"
)

// Clock tells the time and runs timers. Several goroutines may use it.
type Clock interface {
	Now() time.Time
	// AfterFunc calls f once, on any goroutine, after d, unless stop is called before.
	AfterFunc(d time.Duration, f func()) (stop func())
}

// SystemClock returns the clock of this machine. Pass time.Now.
func SystemClock(now func() time.Time) Clock { return systemClock{now} }

type systemClock struct{ now func() time.Time }

func (c systemClock) Now() time.Time { return c.now() }

func (systemClock) AfterFunc(d time.Duration, f func()) func() {
	timer := time.AfterFunc(d, f)
	return func() { timer.Stop() }
}

// agenda holds the timers of a virtual clock, by time and then in the order of the calls.
type agenda []*sleeper

type sleeper struct {
	at time.Time
	f  func()
}

func (a *agenda) add(s *sleeper) {
	i := len(*a)
	for i > 0 && (*a)[i-1].at.After(s.at) {
		i--
	}
	*a = slices.Insert(*a, i, s)
}

func (a *agenda) remove(s *sleeper) {
	if i := slices.Index(*a, s); i >= 0 {
		*a = slices.Delete(*a, i, i+1)
	}
}

// first removes and returns the next timer.
func (a *agenda) first() *sleeper {
	next := (*a)[0]
	*a = (*a)[1:]
	return next
}
