package simulate

import (
	"context"
	"fmt"
	"time"

	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/jsvm"
)

const (
	// maxAttempts is the number of attempts of one invocation. Without it, a spent daily limit would be retried until
	// midnight.
	maxAttempts = 20
	// defaultPause is the pause before a retry if the response names none.
	defaultPause = time.Minute
)

// drive is a run in progress. Its goroutines take turns, so it needs no lock.
type drive struct {
	options  Options
	clock    *jsvm.Lockstep
	load     *load
	net      *network
	isolates []*devserver.Isolate

	sent    int   // requests, in rotation among the isolates
	open    int   // invocations that have not ended
	permits int   // how many more requests may be without a response
	waiting []int // invocations whose request waits for a permit
	over    chan struct{}
	failed  error
	ended   time.Duration // time of the last response
	results []outcome
	waits   []time.Duration // of CRM calls that waited for budget
	thrown  map[string]int
	runs    map[string]bool // sync runs that are in the totals
	syncs   SyncTotals
}

// outcome is the result of one invocation after all attempts.
type outcome struct {
	status   string
	attempts int
	turned   int // attempts with an exhausted budget
	lateness time.Duration
	message  string
}

// all runs all invocations.
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

// at schedules an attempt of an invocation.
func (d *drive) at(ctx context.Context, wait time.Duration, n int) {
	d.clock.AfterFunc(wait, func() {
		if o := &d.results[n]; o.attempts == 0 {
			o.lateness = -d.clock.Now().Sub(start)
		}
		d.waiting = append(d.waiting, n)
		d.admit(ctx)
	})
}

// admit sends the requests that wait, in order, while there are permits.
func (d *drive) admit(ctx context.Context) {
	for d.failed == nil && d.permits > 0 && len(d.waiting) > 0 {
		n := d.waiting[0]
		d.waiting = d.waiting[1:]
		d.permits--
		jsvm.Go(ctx, d.clock, func(ctx context.Context) {
			err := d.attempt(ctx, n)
			if d.permits++; err != nil {
				d.fail(err)
				return
			}
			d.admit(ctx)
		})
	}
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
	if pause, again := d.retries(isolate, result, o.attempts); again {
		d.at(ctx, pause, n)
		return nil
	}
	done := d.ended
	if d.load.oneByOne || d.open == 1 {
		if err := d.settle(ctx); err != nil {
			return err
		}
	}
	if d.load.oneByOne {
		done = d.ended // the run ends later than the response
	}
	d.conclude(ctx, n, result, done)
	return nil
}

// note stores what the runtime reported about an attempt.
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

// retries reports whether the sender of an invocation retries it, and after which pause. All senders retry if asked to,
// except that a workflow does not retry an exhausted budget.
func (d *drive) retries(isolate *devserver.Isolate, r *devserver.Result, attempts int) (time.Duration, bool) {
	asked := r.Status == devserver.StatusRetryLater ||
		r.Status == devserver.StatusBackpressure && r.Surface != devserver.SurfaceAction
	if !asked || attempts == maxAttempts {
		return 0, false
	}
	if seconds := isolate.RetryAfter(r); seconds > 0 {
		return time.Duration(seconds * float64(time.Second)), true
	}
	return defaultPause, true
}

// conclude ends an invocation, and the run with the last one.
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

const (
	// pollInterval is the interval at which running syncs are checked.
	pollInterval = 100 * time.Millisecond
	// alarmDelay is longer than a due alarm takes to fire.
	alarmDelay = time.Second
)

// SyncTotals are the totals of sync runs.
type SyncTotals struct {
	// Runs is the number of runs by status.
	Runs map[string]int `json:"runs"`
	devserver.SyncCounts
	// Message is the reason why a run failed.
	Message string `json:"message,omitempty"`
}

// settle waits until no sync is busy and adds new runs to the totals.
func (d *drive) settle(ctx context.Context) error {
	if kind := d.options.Capability.Kind; kind != devserver.KindSync && kind != devserver.KindSource {
		return nil
	}
	if d.options.Capability.Kind == devserver.KindSource {
		// Posted rows wait for an alarm, before a run exists.
		if err := jsvm.Sleep(ctx, d.clock, alarmDelay); err != nil {
			return err
		}
	}
	for until := d.clock.Now().Add(LongestArrival); ; {
		states, err := d.isolates[0].Syncs(ctx)
		if err != nil {
			return err
		}
		if !anyBusy(states) {
			return d.noteRuns(ctx, states)
		}
		if d.clock.Now().After(until) {
			return fmt.Errorf("a sync did not end within %v of virtual time", LongestArrival)
		}
		if err := jsvm.Sleep(ctx, d.clock, pollInterval); err != nil {
			return err
		}
	}
}

func anyBusy(states []devserver.SyncState) bool {
	for _, state := range states {
		if state.Busy() {
			return true
		}
	}
	return false
}

// noteRuns adds new runs to the totals.
func (d *drive) noteRuns(ctx context.Context, states []devserver.SyncState) error {
	for _, state := range states {
		runs, err := d.isolates[0].SyncRuns(ctx, state)
		if err != nil {
			return err
		}
		for _, run := range runs {
			if !d.runs[run.ID] {
				d.runs[run.ID] = true
				d.syncs.add(run)
				d.ended = max(d.ended, time.UnixMilli(run.EndedAt).Sub(start))
			}
		}
	}
	return nil
}

func (t *SyncTotals) add(run devserver.SyncRun) {
	t.Runs[run.Status]++
	t.Rows += run.Counts.Rows
	t.Upserted += run.Counts.Upserted
	t.Poison += run.Counts.Poison
	t.Duplicates += run.Counts.Duplicates
	if run.Message != "" {
		t.Message = run.Message
	}
}
