package disposable

const (
	// loadMemory is how much memory a child may use, in bytes: the limit of an evaluation (512 MB), as much again for
	// bundles and garbage, and less than the smallest build servers have. Allow raises it.
	loadMemory = 1100 << 20
	// systemMargin is how far the system's limit is above that of the guard, in bytes. The system's limit ends a process
	// that takes much memory in one step; the margin lets the guard explain the death in the other cases.
	systemMargin = 150 << 20
	// garbageMargin is how far below the limit the heap is, in bytes, from which the child collects garbage often, so
	// that garbage alone ends no process.
	garbageMargin = 300 << 20
	// anyMemory is the room of a process without limits of the system.
	anyMemory = 1<<63 - 1
	// stackLimit is the size of a goroutine's stack, in bytes. Go's own limit is 1 GB, which growing copies.
	stackLimit = 256 << 20
	// cpuSeconds is the CPU time of a whole child, in seconds. It is a second border: the guard allows less in each
	// phase.
	cpuSeconds = 900
)

// Runtime has the functions of package runtime/debug that limit a process. If this package imported it, Go would
// initialize most packages of svc before this one, because of its path: see package early.
type Runtime struct {
	SetMemoryLimit func(int64) int64
	SetMaxStack    func(int) int
}

// limits is what Join was called with.
var limits Runtime

// limitHeap has the Go runtime collect garbage in time for a memory limit.
// The caller of svc may have set a lower limit of the system.
func limitHeap(memory uint64) {
	memory = min(memory, room())
	limits.SetMemoryLimit(int64(memory - min(garbageMargin, memory/3)))
}

// limitStack sets the limit of the Go runtime for stacks.
func limitStack() { limits.SetMaxStack(stackLimit) }
