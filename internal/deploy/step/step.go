// Package step runs the steps of deploys, rollbacks and removals, and records each in a journal before it begins.
//
// It does not know what a step does. Start at Runner.
package step

import (
	"context"
	"slices"
	"time"

	"github.com/appsvc/svc/internal/deploy/journal"
)

// Step describes one step of a deploy.
type Step struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	// Detail is an id or a status from the platform.
	Detail string `json:"detail,omitempty"`
	// Milliseconds is how long the step took; 0 before it is done.
	Milliseconds int64 `json:"durationMs"`
}

// Action is a Step with what it does. Run returns the detail.
type Action struct {
	Step
	Run func(context.Context) (string, error)
}

// New returns an action.
func New(name, title string, run func(context.Context) (string, error)) Action {
	return Action{Step{Name: name, Title: title}, run}
}

// Plain adapts what an action without a detail does.
func Plain(run func(context.Context) error) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) { return "", run(ctx) }
}

// Event reports the progress of a step.
type Event struct {
	Step  string
	Title string // description for users
	Done  bool
	// Left are the steps after one that starts.
	Left []Step
	// Detail is text from the platform, such as a status.
	Detail string
}

// Result is what a deploy has done.
type Result struct {
	// Deploy is the id of its journal; "" without one, because there was nothing to do.
	Deploy string
	// Steps are the completed steps.
	Steps []Step
}

// Error is the failure of a step.
type Error struct {
	// Deploy is the deploy's id.
	Deploy string
	Step   Step
	// Before are the names of steps that an earlier run of the deploy completed. This run does not repeat them.
	Before []string
	Done   []Step
	Left   []Step
	Err    error
}

func (e *Error) Error() string { return e.Step.Title + ": " + e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

// Runner runs steps one after the other.
type Runner struct {
	// Deploy is the deploy's id.
	Deploy  string
	Journal *journal.Journal
	Now     func() time.Time
	// Progress is called for each step. It may be nil.
	Progress func(Event)
	// Clean removes secrets from an error, Redact from a text from a platform. They may be nil.
	Clean  func(error) error
	Redact func(string) string
	// Before are the names of steps that an earlier run of the deploy completed.
	Before []string
	// Done are the completed steps.
	Done []Step
	// status is the last one sent to Progress.
	status string
}

// Run runs steps until one fails, which is an *Error.
func (r *Runner) Run(ctx context.Context, steps []Action) error {
	var all []Step
	for _, s := range steps {
		all = append(all, s.Step)
	}
	for i, s := range steps {
		if err := ctx.Err(); err != nil {
			return r.Failed(all[i:], context.Cause(ctx))
		}
		if err := r.Journal.Step(s.Name, journal.PhaseStarted, ""); err != nil {
			return r.Failed(all[i:], err)
		}
		began := r.Now()
		r.report(Event{Step: s.Name, Title: s.Title, Left: all[i+1:]})
		detail, err := s.Run(ctx)
		if err == nil {
			s.Detail = detail
			err = r.Journal.Step(s.Name, journal.PhaseDone, detail)
		}
		if err != nil {
			if ctx.Err() != nil {
				err = context.Cause(ctx)
			}
			return r.Failed(all[i:], err)
		}
		s.Milliseconds = r.Now().Sub(began).Milliseconds()
		r.Done = append(r.Done, s.Step)
		r.report(Event{Step: s.Name, Title: s.Title, Done: true, Detail: detail})
	}
	return nil
}

// Failed returns the *Error of the first of the steps, after which the rest are left.
func (r *Runner) Failed(steps []Step, err error) error {
	if r.Clean != nil {
		err = r.Clean(err)
	}
	before := slices.DeleteFunc(slices.Clone(r.Before), func(name string) bool {
		return slices.ContainsFunc(slices.Concat(r.Done, steps), func(s Step) bool { return s.Name == name })
	})
	return &Error{Deploy: r.Deploy, Step: steps[0], Before: before, Done: r.Done, Left: steps[1:], Err: err}
}

// Result returns what the runner has done.
func (r *Runner) Result() Result { return Result{Deploy: r.Deploy, Steps: r.Done} }

// Status reports the status of a running step if it has changed.
func (r *Runner) Status(name, status string) {
	if next := name + " " + status; r.status != next {
		r.status = next
		r.report(Event{Step: name, Detail: status})
	}
}

func (r *Runner) report(e Event) {
	if r.Progress == nil {
		return
	}
	if r.Redact != nil {
		e.Detail = r.Redact(e.Detail)
	}
	r.Progress(e)
}
