// This file holds time: the clock of the system and one that tests move by hand.

package jsvm

import (
	"slices"
	"sync"
	"time"
)

// Clock tells the time and wakes who asks for it. It may be used from several goroutines.
type Clock interface {
	Now() time.Time
	// AfterFunc calls f once, on any goroutine, when d has passed, unless stop was called before.
	AfterFunc(d time.Duration, f func()) (stop func())
}

// SystemClock is the clock of this machine; now is time.Now.
func SystemClock(now func() time.Time) Clock { return systemClock{now} }

type systemClock struct{ now func() time.Time }

func (c systemClock) Now() time.Time { return c.now() }

func (systemClock) AfterFunc(d time.Duration, f func()) func() {
	timer := time.AfterFunc(d, f)
	return func() { timer.Stop() }
}

// agenda is who is to be woken: by time, equal times in the order of the calls.
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

// first takes the next one out.
func (a *agenda) first() *sleeper {
	next := (*a)[0]
	*a = (*a)[1:]
	return next
}

// VirtualClock stands still until Advance moves it. VMs that use it register themselves, so that
// Advance can wait until each has done what was due. Lockstep is the one that moves by itself.
type VirtualClock struct {
	mu       sync.Mutex
	now      time.Time
	sleepers agenda
	settle   []func()
}

// NewVirtualClock makes a clock that shows start.
func NewVirtualClock(start time.Time) *VirtualClock { return &VirtualClock{now: start} }

// Now implements Clock.
func (c *VirtualClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// AfterFunc implements Clock.
func (c *VirtualClock) AfterFunc(d time.Duration, f func()) func() {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := &sleeper{at: c.now.Add(max(d, 0)), f: f}
	c.sleepers.add(s)
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.sleepers.remove(s)
	}
}

// Advance moves the clock by d, step by step: at each time for which somebody is to be woken it waits
// until the VMs have run what they had to run. It does not wait for host functions that are under way.
func (c *VirtualClock) Advance(d time.Duration) {
	c.settleAll()
	target := c.Now().Add(d)
	for c.step(target) {
		c.settleAll()
	}
}

// step wakes the next sleeper up to target; when there is none it moves the clock to target.
func (c *VirtualClock) step(target time.Time) bool {
	c.mu.Lock()
	if len(c.sleepers) == 0 || c.sleepers[0].at.After(target) {
		c.now = target
		c.mu.Unlock()
		return false
	}
	next := c.sleepers.first()
	if next.at.After(c.now) {
		c.now = next.at
	}
	c.mu.Unlock()
	next.f()
	return true
}

// attach makes Advance wait for settle after each step.
func (c *VirtualClock) attach(settle func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.settle = append(c.settle, settle)
}

func (c *VirtualClock) settleAll() {
	c.mu.Lock()
	waits := slices.Clone(c.settle)
	c.mu.Unlock()
	for _, wait := range waits {
		wait()
	}
}
