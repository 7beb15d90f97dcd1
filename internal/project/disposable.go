package project

import (
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/disposable"
	"github.com/appsvc/svc/internal/evaluate"
	"github.com/appsvc/svc/internal/evaluate/watchdog"
)

// CPU time that the phases of a load may take. A thousand workers take a tenth of it.
const (
	mostBundleTime      = 2 * time.Second
	bundleTimePerWorker = 5 * time.Millisecond
	// bundleTimePerFile is for each file that the bundler reads. The vendor's client has 2,800 files, which take less than
	// 1 ms each on a quiet machine and twice that on a busy one.
	bundleTimePerFile = 2 * time.Millisecond
	// mostFiles is how many files add to the time.
	mostFiles = 4_000
	// buildTime is for everything after loading: rules, positions, and the bundles of a build.
	buildTime          = 6 * time.Second
	buildTimePerWorker = 50 * time.Millisecond
)

// buildMemoryPerWorker is the memory for one worker's bundle with the runtime, in bytes: measured at 1,000 workers, and
// doubled.
const buildMemoryPerWorker = 4 << 20

func (l *loader) phase(limit, perWorker time.Duration) {
	if l.options.survey != nil {
		return // has begun the phase of this file
	}
	disposable.Phase(limit + time.Duration(len(l.files.workers))*perWorker)
}

// allowFiles returns a function that allows more CPU time for each file that the bundler reads.
func allowFiles() func() {
	var read atomic.Int64
	return func() {
		if read.Add(1) <= mostFiles {
			disposable.Extend(bundleTimePerFile)
		}
	}
}

// leaveOut reports why a file is not loaded. The file gets no other finding.
func (l *loader) leaveOut(one disposable.LeftOut) {
	deadline, memory, why := l.deadline(), l.options.MemoryLimit, ""
	switch {
	case one.Surveyed:
		deadline, memory = surveyLimit(len(l.files.workers)), surveyMemory
		why = " (limits are lower after a file exceeded them)"
	case disposable.Joined():
		deadline = l.forWorkers(firstDeadline()) // that of the first process
	}
	rule, message := ruleThrows, "svc crashed while it loaded this file: its JavaScript engine or its bundler failed"
	switch one.Cause {
	case disposable.Endless:
		rule, message = evaluate.RuleEndless, fmt.Sprintf("loading this file took longer than %s%s", deadline, why)
	case disposable.Stuck:
		rule = evaluate.RuleEndless
		message = fmt.Sprintf("one operation of this file took longer than %s", watchdog.UnresponsiveTime(deadline))
	case disposable.Memory:
		rule = evaluate.RuleMemory
		message = fmt.Sprintf("loading this file took more than %d MB of memory%s", memory>>20, why)
	case disposable.ProcessMemory:
		rule = evaluate.RuleMemory
		message = fmt.Sprintf(
			"loading this file took more than %d MB of memory in all%s", disposable.MemoryOf(one)>>20, why,
		)
	case disposable.Killed:
		rule = evaluate.RuleMemory
		message = "svc was killed while it loaded this file, most likely because the system was short of memory"
	case disposable.Nesting:
		message = "values or calls of this file nest too deep"
	}
	l.problems = append(l.problems, declared.Problem{Rule: rule, Message: message, At: startOf(one.File)})
	l.failed = append(l.failed, one.File)
}

// leaveOutKnown leaves out the files that ended earlier processes. If another attempt would take too long, it leaves
// out those that a survey did not reach, too, or all.
func (l *loader) leaveOutKnown() {
	for _, one := range disposable.Excluded() {
		l.leaveOut(one)
	}
	unknown := l.files.modules()
	if first := disposable.Unknown(); first != "" {
		unknown = unknown[max(slices.Index(unknown, first), 0):]
	} else if !disposable.ReportsOnly() {
		unknown = nil
	}
	l.unreached([][]string{unknown})
	l.bundling.Unavailable = l.failed
}

// unreached reports files that had no time, because others took it. Each list has its finding.
func (l *loader) unreached(lists [][]string) {
	hasFailed := func(file string) bool { return slices.Contains(l.failed, file) }
	for _, files := range lists {
		files = slices.DeleteFunc(slices.Clone(files), hasFailed)
		if len(files) == 0 {
			continue
		}
		l.failed = append(l.failed, files...)
		l.problems = append(l.problems, declared.Problem{
			Rule: evaluate.RuleEndless, At: startOf(files[0]),
			Message: filesFrom(files) + " not loaded, because loading other files took all the time",
		})
	}
}

// filesFrom describes files whose first one has the position of the finding.
func filesFrom(files []string) string {
	if len(files) == 1 {
		return "this file was"
	}
	return fmt.Sprintf("%d files from this one to %s were", len(files), files[len(files)-1])
}
