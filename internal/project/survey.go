package project

import (
	"context"
	"time"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/disposable"
	"github.com/appsvc/svc/internal/processor"
)

const (
	// surveyShare is the CPU time for the evaluations of all files of a survey. Each has the same part of it.
	surveyShare = 2 * time.Second
	// leastSurvey and mostSurvey bound the CPU time for the evaluation of one file. A worker takes 1 ms.
	leastSurvey = 30 * time.Millisecond
	mostSurvey  = 500 * time.Millisecond
	// surveyDeadline ends an evaluation that waits.
	surveyDeadline = 2 * time.Second
	// mostSurveyPhase is the CPU time for everything that a survey does with one file, but its evaluation: bundles, rules
	// and a build.
	mostSurveyPhase = time.Second
	// surveyMemory is how much memory the evaluation of one file may allocate, in bytes: half of a worker's on the edge.
	surveyMemory = 64 << 20
)

// surveyPhase is mostSurveyPhase, or the time for bundling if that is less, because of low limits.
func surveyPhase() time.Duration { return min(mostSurveyPhase, bundleTime()) }

// surveyLimit is the CPU time that a survey allows the evaluation of one of so many workers. Low limits lower it, too.
func surveyLimit(workers int) time.Duration {
	share := min(surveyShare, 4*firstDeadline())
	return min(max(share/time.Duration(workers+1), leastSurvey), mostSurvey).Round(time.Millisecond)
}

// survey is the load of one file alone. nil is any other load.
type survey struct {
	file  string
	limit time.Duration
}

// Survey loads each file alone and has examine do with the project what the command does with it, if an earlier process
// died and that was not the fault of one file. A file that ends this process, too, is to blame.
func Survey(ctx context.Context, o Options, examine func(*declared.Project)) error {
	if !disposable.Surveying() {
		return nil
	}
	_, root, err := o.open()
	if err != nil {
		return err
	}
	files := findFiles(root)
	limit := surveyLimit(len(files.workers))
	return disposable.Survey(files.modules(), func(file string) {
		disposable.Phase(surveyPhase() + limit)
		alone := o
		alone.Deadline, alone.MemoryLimit, alone.survey = surveyDeadline, surveyMemory, &survey{file, limit}
		if p, err := Load(ctx, alone); err == nil {
			examine(p)
		}
	})
}

// of returns the files of the load: the config, and the file.
func (s *survey) of(files fileSet) fileSet {
	switch {
	case s == nil:
		return files
	case s.file == files.config:
		files.workers = nil
	default:
		files.workers = []string{s.file}
	}
	return files
}

// alone returns the file, "" in other loads.
func (s *survey) alone() string {
	if s == nil {
		return ""
	}
	return s.file
}

// exhausted returns a function that reports whether the time of the evaluation is up, nil in other loads.
func (s *survey) exhausted() func() bool {
	if s == nil {
		return nil
	}
	start := processor.Time()
	return func() bool { return processor.Time()-start > s.limit }
}
