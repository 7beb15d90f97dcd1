package disposable

import (
	"runtime/metrics"
	"sync"
	"time"
)

const (
	// probeInterval is the interval between measurements of the guard.
	probeInterval = 20 * time.Millisecond
	// firstPhase is how much CPU time a child may take before the first phase.
	firstPhase = 2 * time.Second
)

// guard ends a process that uses too much CPU time or memory or waits for something, and says so. The limits of the
// system are a second border: they end a process without an explanation.
type guard struct {
	mu sync.Mutex
	// used is the CPU time of the process at the start of the phase, limit the CPU time that the phase may take.
	used, limit time.Duration
	started     time.Time
	// memory is how much memory the process may use, in bytes.
	memory uint64
}

const (
	// longestWait is how long a phase may wait without using the processor. Nothing in a project is worth waiting for.
	longestWait = 6 * time.Second
	// busyShare is the least part of the time that a working process gets on a busy machine.
	busyShare = 50
	// unlimited is the limit of a phase that writes output: the reader may be slow.
	unlimited = time.Duration(1<<63 - 1)
)

// allow lets the process use more memory, in bytes.
func (g *guard) allow(more uint64) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.memory += more
	limitHeap(g.memory)
	return limitMemory(g.memory + systemMargin)
}

// begin begins a phase.
func (g *guard) begin(limit time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.used, g.limit, g.started = cpuTime(), limit, time.Now()
}

// exceeded reports whether the phase took too long.
func (g *guard) exceeded() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	used, elapsed := cpuTime()-g.used, time.Since(g.started)
	return used > g.limit || g.limit != unlimited && elapsed > longestWait && used < elapsed/busyShare
}

// watch measures until the process ends.
func (g *guard) watch() {
	for range time.Tick(probeInterval) {
		switch {
		case g.exceeded():
			Restart("", Endless)
		case g.exhausted():
			Restart("", Memory)
		}
	}
}

func (g *guard) exhausted() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return memoryInUse() > g.memory
}

// memoryInUse returns the bytes that the process has from the system, except those that it gave back.
func memoryInUse() uint64 {
	sample := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(sample)
	return sample[0].Value.Uint64() - sample[1].Value.Uint64()
}
