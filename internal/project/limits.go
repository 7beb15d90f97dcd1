package project

import (
	"strconv"
	"time"

	"github.com/appsvc/svc/internal/disposable"
)

const (
	// defaultDeadline ends an endless evaluation.
	defaultDeadline = 5 * time.Second
	// DefaultMemoryLimit is how much memory an evaluation may allocate, in bytes.
	DefaultMemoryLimit = 512 << 20
)

// A test may link svc with lower limits (-X): a duration, and a number of bytes. Nothing else can set them: not the
// environment, the arguments or the project.
var linkedDeadline, linkedMemory string

// limits sets the limits that the caller left open.
func (o *Options) limits() {
	if o.Deadline == 0 {
		o.Deadline = disposable.Within(firstDeadline())
	}
	if o.MemoryLimit == 0 {
		o.MemoryLimit = DefaultMemoryLimit
		if linked, err := strconv.ParseUint(linkedMemory, 10, 64); err == nil {
			o.MemoryLimit = min(o.MemoryLimit, linked)
		}
	}
}

// bundleTime returns how much CPU time bundling may take, without that for each worker. Low limits lower it, too, but
// less: they leave time for the start of a process.
func bundleTime() time.Duration { return min(mostBundleTime, 2*firstDeadline()) }

// firstDeadline returns the deadline in the first process.
func firstDeadline() time.Duration {
	if linked, err := time.ParseDuration(linkedDeadline); err == nil {
		return min(defaultDeadline, linked)
	}
	return defaultDeadline
}
