// This file sets the garbage collector for commands that load a project once and end.

package project

import (
	"runtime"
	"runtime/debug"
)

const (
	// quietHeap is the size of the heap, in bytes, up to which a one-shot command does not collect:
	// a project of a thousand workers fits, and collecting would take a third of its time.
	quietHeap = 360 << 20
	// quietBuildHeap is the same for builds: two hundred workers fit.
	quietBuildHeap = 768 << 20
	// minimumHeap is the heap at which Go first collects when the percentage is 100, in bytes
	// (runtime, gcController: heapMinimum).
	minimumHeap = 4 << 20
)

// OneShot turns garbage collection off until the heap has reached a size that only huge projects
// reach; from there on it is as before. It sets the whole process: call it at the start of a command
// that loads a project once and ends, and never in a server. restore undoes it.
func OneShot() (restore func()) { return quietUpTo(quietHeap) }

// OneShotBuild is OneShot for a command that also holds every bundle of a project at once.
func OneShotBuild() (restore func()) { return quietUpTo(quietBuildHeap) }

func quietUpTo(heap int) (restore func()) {
	previous := debug.SetGCPercent(100 * (heap / minimumHeap))
	restore = func() { debug.SetGCPercent(previous) }
	// The first collection frees the sentinel, whose finalizer ends the quiet time.
	sentinel := new([16]byte)
	runtime.SetFinalizer(sentinel, func(*[16]byte) { restore() })
	return restore
}
