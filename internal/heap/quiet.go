// Package heap disables garbage collection in a command that loads one project and exits, and reserves its memory.
package heap

import (
	"runtime"
	"runtime/debug"
	"sync/atomic"
)

const (
	// quietSize is the heap size, in bytes, up to which a one-shot command does not collect garbage. A project of a
	// thousand workers fits. Collections would take a third of its time.
	quietSize = 360 << 20
	// quietBuildSize is the same for builds. Two hundred workers fit.
	quietBuildSize = 768 << 20
	// minimumSize is the heap size, in bytes, of Go's first collection at 100 percent (runtime, gcController:
	// heapMinimum).
	minimumSize = 4 << 20
	// perFile is what a load allocates per file of the project, in bytes: measured with the projects of make bench.
	perFile = 300 << 10
	// fewFiles is how many files a load does not reserve memory for: up to here that takes as long as it saves.
	fewFiles = 10
)

// quiet means that garbage is not collected.
var quiet atomic.Bool

// OneShot disables garbage collection up to a heap size that only huge projects reach. It affects the whole process:
// call it at the start of a command that loads one project and exits, not in a server. The first collection reverts it.
// Nothing does before: the process would collect garbage while it ends.
func OneShot() { quietUpTo(quietSize) }

// OneShotBuild is OneShot for a command that also holds all bundles of a project.
func OneShotBuild() { quietUpTo(quietBuildSize) }

func quietUpTo(size int) {
	if quiet.Swap(true) {
		return
	}
	previous := debug.SetGCPercent(100 * (size / minimumSize))
	sentinel := new([16]byte)
	runtime.SetFinalizer(sentinel, func(*[16]byte) {
		debug.SetGCPercent(previous)
		quiet.Store(false)
	})
}

// Expect prepares a one-shot command for a load of so many files.
func Expect(files int) {
	if files > fewFiles && quiet.Load() {
		reserve(min(files*perFile, quietSize))
	}
}
