package disposable

import (
	"sync"
	"time"
)

const (
	// probeInterval is the interval between measurements of the guard.
	probeInterval = 20 * time.Millisecond
	// longestProbe is the longest time between two measurements that counts as running. In the rest the system let
	// other processes run, or had suspended this one.
	longestProbe = 10 * probeInterval
	// firstPhase is how much CPU time a child may take before the first phase.
	firstPhase = 2 * time.Second
)

// guard ends a process that uses too much CPU time or memory or waits for something, and says so. The limits of the
// system are a second border: they end a process without an explanation.
type guard struct {
	mu sync.Mutex
	// used is the CPU time of the process at the start of the phase, limit the CPU time that the phase may take.
	used, limit time.Duration
	// running is how long the phase has run while the system let this process run, and probed when that was measured.
	running time.Duration
	probed  time.Time
	// waits means that the phase may wait: for the user, the network or a reader.
	waits bool
	// memory is how much memory the process may use, in bytes.
	memory uint64
	// thrifty means that the process collects garbage as in a survey, because an earlier one died.
	thrifty bool
}

const (
	// longestWait is how long a load may wait without using the processor. Nothing in a project is worth waiting for.
	longestWait = 6 * time.Second
	// busyShare is the least part of the time that a working process gets on a busy machine.
	busyShare = 50
	// Unlimited is the limit of a phase that runs no code of the project.
	Unlimited = time.Duration(1<<63 - 1)
)

// busyCores is how many cores the engine and the garbage collector may keep busy.
const busyCores = 4

// Busy returns the CPU time that a process may take in some time.
func Busy(limit time.Duration) time.Duration { return busyCores * limit }

// allow lets the process use more memory, in bytes.
func (g *guard) allow(more uint64) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.memory += more
	if g.thrifty {
		limitHeap(surveyMemory)
	} else {
		limitHeap(g.memory)
	}
	return limitMemory(g.memory + systemMargin)
}

// begin begins a phase.
func (g *guard) begin(limit time.Duration, waits bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.used, g.limit, g.running, g.waits = used().processor, limit, 0, waits
	g.probed = time.Now()
}

// extend allows the phase more CPU time.
func (g *guard) extend(more time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.limit = min(g.limit, Unlimited-more) + more
}

// exceeded returns the limit that the process has exceeded, or "".
func (g *guard) exceeded() Cause {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := used()
	worked, elapsed := now.processor-g.used, g.runs(time.Now())
	switch {
	case worked > g.limit, !g.waits && elapsed > longestWait && worked < elapsed/busyShare:
		return Endless
	case now.memory > g.memory:
		return ProcessMemory
	}
	return ""
}

// runs returns how long the phase has run. g.mu is locked.
func (g *guard) runs(now time.Time) time.Duration {
	g.running += min(now.Sub(g.probed), longestProbe)
	g.probed = now
	return g.running
}

// watch measures until the process ends.
func (g *guard) watch() {
	for range time.Tick(probeInterval) {
		if cause := g.exceeded(); cause != "" {
			Restart("", cause)
		}
	}
}

// usage is what the process has used so far.
type usage struct {
	processor time.Duration
	memory    uint64 // the most resident memory at once, in bytes
}
