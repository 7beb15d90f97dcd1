package project

import (
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/appsvc/svc/internal/declared"
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
}

// deadline returns the time for the next evaluation.
func (l *loader) deadline() time.Duration { return l.options.Deadline >> l.breaches.count }

// breach reports the file that broke a limit, and excludes it. It reports whether to evaluate the others again.
func (l *loader) breach(e *evaluate.Result) (again bool) {
	if e.Breach == nil {
		return false
	}
	isMemory := e.Breach.Rule == evaluate.RuleMemory
	if isMemory && l.breaches.isStuck {
		return false // most likely the memory of the file that was reported before
	}
	file := e.Breach.File
	if file == "" {
		file = l.files.config
	}
	message := fmt.Sprintf("loading this file took longer than %s", l.deadline())
	if isMemory {
		message = fmt.Sprintf("loading this file took more than %d MB of memory", l.options.MemoryLimit>>20)
	}
	isNew := !slices.Contains(l.failed, file)
	if isNew {
		l.problems = append(l.problems, declared.Problem{Rule: e.Breach.Rule, Message: message, At: startOf(file)})
		l.failed = append(l.failed, file)
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
