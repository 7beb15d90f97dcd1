package jsvm

import (
	"slices"
	"sync"
	"time"
)

// VirtualClock stands still until Advance moves it. VMs that use it register themselves, so that Advance can wait
// until each has run what was due. Use Lockstep for a clock that advances by itself.
type VirtualClock struct {
	mu       sync.Mutex
	now      time.Time
	sleepers agenda
	settle   []func()
}

// NewVirtualClock returns a clock that shows start.
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

// Advance moves the clock by d, from timer to timer. After each it waits until the VMs are idle. It does not wait
// for host functions in flight.
func (c *VirtualClock) Advance(d time.Duration) {
	c.settleAll()
	target := c.Now().Add(d)
	for c.step(target) {
		c.settleAll()
	}
}

// step fires the next timer up to target. Without one it moves the clock to target and returns false.
func (c *VirtualClock) step(target time.Time) bool {
	c.mu.Lock()
	if !c.sleepers.due(target) {
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

// attach makes Advance call settle after each step.
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
