package devserver

import (
	"runtime/metrics"
	"time"
)

const (
	// memoryLimit is how much memory an invocation may use beyond what was in use before, in bytes. The engine has no
	// limit. The edge platform gives a worker 128 MB, and values take about four times as much in this engine.
	memoryLimit = 512 << 20
	// memoryProbe is the interval between measurements.
	memoryProbe = 10 * time.Millisecond
)

// guardMemory calls over, once, when the process uses too much memory. stop ends the measurements.
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

// heapInUse returns the bytes of live and not yet collected objects. It does not stop the world.
func heapInUse() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
