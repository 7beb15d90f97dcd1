package disposable

import "runtime/debug"

const (
	// memoryLimit is how much memory a child may use, in bytes: the limit of an evaluation (512 MB), as much again for
	// bundles and garbage, and less than the smallest build servers have.
	memoryLimit = 1100 << 20
	// dataLimit is the system's limit, in bytes. It ends a process that takes much memory in one step. It is above
	// memoryLimit, so that the guard can explain the death in the other cases.
	dataLimit = 1250 << 20
	// collectFrom is the heap size, in bytes, from which the child collects garbage often. It is below memoryLimit, so
	// that garbage alone ends no process.
	collectFrom = 800 << 20
	// stackLimit is the size of a goroutine's stack, in bytes. Go's own limit is 1 GB, which growing copies.
	stackLimit = 256 << 20
	// cpuSeconds is the CPU time of a whole child, in seconds. It is a second border: the guard allows less in each
	// phase.
	cpuSeconds = 900
)

// limitHeap sets the limits that the Go runtime holds.
func limitHeap() {
	debug.SetMemoryLimit(collectFrom)
	debug.SetMaxStack(stackLimit)
}
