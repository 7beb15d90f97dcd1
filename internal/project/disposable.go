package project

import (
	"fmt"
	"slices"
	"time"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/disposable"
	"github.com/appsvc/svc/internal/evaluate"
)

// CPU time that the phases of a load may take. A thousand workers take a tenth of it.
const (
	bundleTime          = 2 * time.Second
	bundleTimePerWorker = 5 * time.Millisecond
	// evaluationCores is how many cores an evaluation may keep busy until its deadline.
	evaluationCores = 4
	// buildTime is for everything after loading: rules, positions, and the bundles of a build.
	buildTime          = 6 * time.Second
	buildTimePerWorker = 50 * time.Millisecond
)

// buildMemoryPerWorker is the memory for one worker's bundle with the runtime, in bytes: measured at 1,000 workers, and
// doubled.
const buildMemoryPerWorker = 4 << 20

func (l *loader) phase(limit, perWorker time.Duration) {
	disposable.Phase(limit + time.Duration(len(l.files.workers))*perWorker)
}

// leaveOut reports why a file is not loaded. The file gets no other finding.
func (l *loader) leaveOut(one disposable.LeftOut) {
	deadline := l.deadline()
	if disposable.Joined() {
		deadline = l.forWorkers(firstDeadline()) // that of the first process
	}
	rule, message := ruleThrows, "svc ended while it loaded this file: its JavaScript engine or its bundler failed"
	switch one.Cause {
	case disposable.Endless:
		rule, message = evaluate.RuleEndless, fmt.Sprintf("loading this file took longer than %s", deadline)
	case disposable.Memory:
		rule = evaluate.RuleMemory
		message = fmt.Sprintf("loading this file took more than %d MB of memory", l.options.MemoryLimit>>20)
	case disposable.Nesting:
		message = "values or calls of this file nest too deep"
	}
	l.problems = append(l.problems, declared.Problem{Rule: rule, Message: message, At: startOf(one.File)})
	l.failed = append(l.failed, one.File)
}

// leaveOutKnown leaves out the files that ended earlier processes. If there is no time for another attempt, it leaves
// out all others, too, without a finding.
func (l *loader) leaveOutKnown() {
	for _, one := range disposable.Excluded() {
		l.leaveOut(one)
	}
	if disposable.ReportsOnly() {
		l.failed = append(l.failed, l.files.modules()...)
	}
	l.bundling.Unavailable = l.failed
}

// blameLargest blames the file with most declarations for a death after the evaluation, if an earlier process died
// without a file to blame: what follows takes longer the more there is to read.
func (l *loader) blameLargest(e *evaluate.Result) {
	if !disposable.Probes() {
		return
	}
	count, largest := map[string]int{}, ""
	for _, d := range e.Declarations {
		file, _ := e.File(d.At)
		if count[file]++; count[file] > count[largest] {
			largest = file
		}
	}
	disposable.Working(0, largest)
}

// probe bundles and parses each module alone, because loading them together ended an earlier process without a file to
// blame.
func (l *loader) probe() {
	if !disposable.Probes() {
		return
	}
	for _, module := range l.files.modules() {
		if slices.Contains(l.failed, module) {
			continue
		}
		disposable.Phase(bundleTime)
		disposable.Working(0, module)
		if outputs, faults := bundle.Evaluation(l.bundling, [][]string{{module}}, false); len(faults) == 0 {
			evaluate.Parse(outputs[0].Code)
		}
	}
	disposable.Working(0, "")
}
