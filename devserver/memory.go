// This file stops an invocation that takes too much memory: the engine sets no limit of its own.

package devserver

import (
	"runtime/metrics"
	"time"
)

const (
	// memoryLimit is what an invocation may have in use beyond what was in use before, in bytes. The edge
	// gives a worker 128 MB; values take about four times as much in this engine.
	memoryLimit = 512 << 20
	// memoryProbe is how often memory is measured.
	memoryProbe = 10 * time.Millisecond
)

// guardMemory calls over, once, when the process uses too much memory, until stop is called.
func guardMemory(over func()) (stop func()) {
	done := make(chan struct{})
	base := heapInUse()
	go func() {
		probe := time.NewTicker(memoryProbe)
		defer probe.Stop()
		for {
			select {
			case <-done:
				return
			case <-probe.C:
				if heapInUse() > base+memoryLimit {
					over()
					return
				}
			}
		}
	}()
	return func() { close(done) }
}

// heapInUse is the bytes of live and not yet collected objects, measured without stopping the world.
func heapInUse() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
