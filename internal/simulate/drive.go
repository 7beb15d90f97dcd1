// This file is when things happen: invocations arrive, are answered, and come again when they were asked to.

package simulate

import (
	"context"
	"fmt"
	"time"

	"github.com/appsvc/svc/devserver"
	"github.com/appsvc/svc/internal/jsvm"
)

const (
	// mostAttempts is how often one invocation comes again, the first time included: who meets a spent day would
	// come until midnight.
	mostAttempts = 20
	// usualPause is before the next attempt when the answer names no time.
	usualPause = time.Minute
)

// drive is one run under way. Everything of it happens in turns, so nothing needs a lock.
type drive struct {
	options  Options
	clock    *jsvm.Lockstep
	load     *load
	net      *network
	isolates []*devserver.Isolate

	sent    int // requests, which go around the isolates
	open    int // invocations that are not over
	over    chan struct{}
	failed  error
	ended   time.Duration // when the last answer came
	results []outcome
	waits   []time.Duration // of calls of the CRM for their turn, longer than none
	thrown  map[string]int
	runs    map[string]bool // of syncs, those that were noted
	syncs   SyncTotals
}

// outcome is how one invocation ended, after all its attempts.
type outcome struct {
	status   string
	attempts int
	turned   int // attempts that met a spent budget
	lateness time.Duration
	message  string
}

// all is the run: it ends when every invocation has.
func (d *drive) all(ctx context.Context) {
	d.over, d.open, d.thrown = make(chan struct{}), d.load.count, map[string]int{}
	d.runs, d.syncs.Runs = map[string]bool{}, map[string]int{}
	d.results = make([]outcome, d.load.count)
	for n := range d.load.count {
		arrival := time.Duration(0)
		if d.options.Over > 0 {
			arrival = time.Duration(float64(d.options.Over) * float64(n) / float64(d.load.count))
		}
		if n == 0 || !d.load.oneByOne {
			d.at(ctx, arrival, n)
		}
	}
	if err := jsvm.Await(ctx, d.over); err != nil {
		d.failed = err
	}
}

// at has the invocation sent when the time has passed.
func (d *drive) at(ctx context.Context, wait time.Duration, n int) {
	send := func(ctx context.Context) {
		if err := d.attempt(ctx, n); err != nil {
			d.fail(err)
		}
	}
	d.clock.AfterFunc(wait, func() { jsvm.Go(ctx, d.clock, send) })
}

// fail ends the run early.
func (d *drive) fail(err error) {
	if d.failed == nil {
		d.failed = err
		close(d.over)
	}
}

func (d *drive) attempt(ctx context.Context, n int) error {
	if d.failed != nil {
		return nil
	}
	isolate := d.isolates[d.sent%len(d.isolates)]
	d.sent++
	invocation, err := d.load.invocation(n)
	if err != nil {
		return err
	}
	o := &d.results[n]
	came := d.clock.Now()
	if o.attempts == 0 {
		o.lateness = -came.Sub(start)
	}
	o.attempts++
	result, err := isolate.Send(ctx, invocation)
	if err != nil {
		return err
	}
	if broken := isolate.Failed(); broken != nil {
		return fmt.Errorf("the worker was stopped: %w", broken)
	}
	d.note(result)
	if result.Status == devserver.StatusBackpressure {
		o.turned++
	}
	if pause, again := d.comesAgain(isolate, result, o.attempts); again {
		d.at(ctx, pause, n)
		return nil
	}
	done := d.ended // with the answer
	if d.load.oneByOne || d.open == 1 {
		if err := d.settle(ctx); err != nil {
			return err
		}
	}
	if d.load.oneByOne {
		done = d.ended // with the run
	}
	d.conclude(ctx, n, result, done)
	return nil
}

// note keeps what the runtime reported of an attempt.
func (d *drive) note(r *devserver.Result) {
	d.noteCalls(r.CRMCalls)
	if r.Error != nil {
		d.thrown[r.Error.Name+": "+r.Error.Message]++
	}
	d.ended = d.clock.Now().Sub(start)
}

func (d *drive) noteCalls(calls []devserver.CRMCall) {
	for _, call := range calls {
		if call.WaitMs > 0 {
			d.waits = append(d.waits, time.Duration(call.WaitMs*float64(time.Millisecond)))
		}
	}
}

// comesAgain is what the sender does with an answer: a workflow takes a spent budget for the end, everybody
// else comes again when it is asked to.
func (d *drive) comesAgain(isolate *devserver.Isolate, r *devserver.Result, attempts int) (time.Duration, bool) {
	asked := r.Status == devserver.StatusRetryLater ||
		r.Status == devserver.StatusBackpressure && r.Surface != devserver.SurfaceAction
	if !asked || attempts == mostAttempts {
		return 0, false
	}
	if seconds := isolate.RetryAfter(r); seconds > 0 {
		return time.Duration(seconds * float64(time.Second)), true
	}
	return usualPause, true
}

// conclude ends an invocation, and with the last one the run.
func (d *drive) conclude(ctx context.Context, n int, r *devserver.Result, done time.Duration) {
	o := &d.results[n]
	o.status = r.Status
	o.lateness += done
	o.message = messageOf(r)
	d.open--
	if d.options.Progress != nil {
		d.options.Progress(d.load.count-d.open, d.load.count, d.clock.Now().Sub(start))
	}
	switch {
	case d.open == 0:
		close(d.over)
	case d.load.oneByOne && n+1 < d.load.count:
		d.at(ctx, 0, n+1)
	}
}
