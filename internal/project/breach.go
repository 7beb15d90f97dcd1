package project

import (
	"cmp"
	"runtime"
	"slices"
	"time"

	"github.com/appsvc/svc/internal/disposable"
	"github.com/appsvc/svc/internal/evaluate"
)

// maxBreaches bounds how often a project is evaluated again without a file that broke a limit. Each evaluation has half
// the time of the one before, so all of them take less than two deadlines.
const maxBreaches = 4

// breaches are the limits that were broken so far.
type breaches struct {
	count int
	// isStuck reports that an earlier evaluation still runs, and may take memory.
	isStuck bool
	// wasShared reports that the memory limit was broken while several shards ran. From then on there is one shard, so
	// that the file to blame is known.
	wasShared bool
}

const (
	// deadlineWorkers is how many workers share the deadline.
	deadlineWorkers = 100
	// deadlinePerWorker is the processor time that an evaluation has for each worker after those. A worker takes 1 ms,
	// and a thousand endless ones must end within the limits of a build server.
	deadlinePerWorker = 2 * time.Millisecond
)

// deadline returns the time for the next evaluation.
func (l *loader) deadline() time.Duration {
	return l.forWorkers(l.options.Deadline) >> l.breaches.count
}

// forWorkers adds the time for the workers of a large project to a deadline.
func (l *loader) forWorkers(deadline time.Duration) time.Duration {
	return deadline + time.Duration(max(0, len(l.files.workers)-deadlineWorkers))*deadlinePerWorker
}

// breach reports the file that broke a limit, and excludes it. It reports whether to evaluate the others again. In a
// disposable process, the next process does.
func (l *loader) breach(e *evaluate.Result) (again bool) {
	if e.Breach == nil {
		return false
	}
	isMemory := e.Breach.Rule == evaluate.RuleMemory
	if isMemory && l.breaches.isStuck {
		return false // most likely the memory of the file that was reported before
	}
	if isMemory && e.Breach.Shared && l.separate(e.Breach.Stuck) {
		return true
	}
	one := disposable.LeftOut{
		File: cmp.Or(e.Breach.File, l.options.survey.alone(), l.files.config), Cause: disposable.Endless,
	}
	switch {
	case isMemory:
		one.Cause = disposable.Memory
	case e.Breach.Stuck && !disposable.Surveying():
		one.Cause = disposable.Stuck
	}
	if disposable.Surveying() && !e.Breach.Stuck {
		disposable.Blame(one.File, one.Cause)
		runtime.GC()
		return false
	}
	if disposable.CanRestart() {
		disposable.Restart(e.Breach.File, one.Cause) // without what is stuck, and without the memory
	}
	isNew := !slices.Contains(l.failed, one.File)
	if isNew {
		l.leaveOut(one)
	}
	l.breaches.isStuck = l.breaches.isStuck || e.Breach.Stuck
	l.breaches.count++
	again = isNew && l.breaches.count <= maxBreaches && !(isMemory && e.Breach.Stuck)
	if again {
		l.bundling.Unavailable = l.failed
		runtime.GC() // the limit of the next evaluation is relative to the heap
	}
	return again
}

// separate makes the next evaluation use one shard, after a memory breach while several ran. It reports whether to
// evaluate again: what is stuck keeps its memory, and only another process is without it.
func (l *loader) separate(isStuck bool) bool {
	if !isStuck {
		l.breaches.wasShared = true
		runtime.GC()
		return true
	}
	if disposable.CanRestart() {
		disposable.Restart("", disposable.Memory)
	}
	return false
}
