// Package heap sets up the memory of a command that loads one project and exits.
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
	// fewFiles is how many files a load does not reserve memory for: up to here that takes longer than it saves.
	fewFiles = 100
)

var (
	// quiet means that garbage is not collected.
	quiet atomic.Bool
	// reserving means that the next collection is that of Reserve.
	reserving atomic.Bool
)

// OneShot disables garbage collection up to a heap size that only huge projects reach. It affects the whole process:
// call it at the start of a command that loads one project and exits, not in a server. restore reverts it.
func OneShot() (restore func()) { return quietUpTo(quietSize) }

// OneShotBuild is OneShot for a command that also holds all bundles of a project.
func OneShotBuild() (restore func()) { return quietUpTo(quietBuildSize) }

func quietUpTo(size int) (restore func()) {
	previous := debug.SetGCPercent(100 * (size / minimumSize))
	quiet.Store(true)
	restore = func() {
		if quiet.Swap(false) {
			debug.SetGCPercent(previous)
		}
	}
	atCollection(restore)
	return restore
}

// atCollection calls restore at the next collection that Reserve does not cause.
func atCollection(restore func()) {
	sentinel := new([16]byte)
	runtime.SetFinalizer(sentinel, func(*[16]byte) {
		if reserving.Swap(false) {
			atCollection(restore)
		} else {
			restore()
		}
	})
}

// Expect prepares a one-shot command for a load of so many files.
func Expect(files int) {
	if files > fewFiles && quiet.Load() && reserving.CompareAndSwap(false, true) {
		if !Reserve(min(files*perFile, quietSize)) {
			reserving.Store(false)
		}
	}
}
