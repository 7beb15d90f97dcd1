package project

import (
	"runtime"
	"runtime/debug"
)

const (
	// quietHeap is the heap size, in bytes, up to which a one-shot command does not collect garbage. A project of a
	// thousand workers fits. Collections would take a third of its time.
	quietHeap = 360 << 20
	// quietBuildHeap is the same for builds. Two hundred workers fit.
	quietBuildHeap = 768 << 20
	// minimumHeap is the heap size, in bytes, of Go's first collection at 100 percent (runtime, gcController:
	// heapMinimum).
	minimumHeap = 4 << 20
)

// OneShot disables garbage collection up to a heap size that only huge projects reach. It affects the whole process:
// call it at the start of a command that loads one project and exits, not in a server. restore reverts it.
func OneShot() (restore func()) { return quietUpTo(quietHeap) }

// OneShotBuild is OneShot for a command that also holds all bundles of a project.
func OneShotBuild() (restore func()) { return quietUpTo(quietBuildHeap) }

func quietUpTo(heap int) (restore func()) {
	previous := debug.SetGCPercent(100 * (heap / minimumHeap))
	restore = func() { debug.SetGCPercent(previous) }
	// The first collection frees the sentinel, whose finalizer restores the setting.
	sentinel := new([16]byte)
	runtime.SetFinalizer(sentinel, func(*[16]byte) { restore() })
	return restore
}
