// This file waits for what invocations have left to alarms: runs of syncs that go on, rows that were posted.

package simulate

import (
	"context"
	"fmt"
	"time"

	"github.com/appsvc/svc/devserver"
	"github.com/appsvc/svc/internal/jsvm"
)

// lookEvery is how often a sync that is under way is looked at.
const lookEvery = 100 * time.Millisecond

// alarmsIn is when an alarm that is due has surely been fired.
const alarmsIn = time.Second

// SyncTotals is what the runs of syncs have done.
type SyncTotals struct {
	// Runs counts them by how they ended.
	Runs map[string]int `json:"runs"`
	devserver.SyncCounts
	// Message is why one of them did not succeed.
	Message string `json:"message,omitempty"`
}

// settle waits until no sync has anything to do, and notes what the newest runs have done.
func (d *drive) settle(ctx context.Context) error {
	if kind := d.options.Capability.Kind; kind != devserver.KindSync && kind != devserver.KindSource {
		return nil
	}
	if d.options.Capability.Kind == devserver.KindSource {
		if err := jsvm.Sleep(
			ctx, d.clock, alarmsIn,
		); err != nil { // posted rows wait for an alarm, before anything is known of a run
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
			return fmt.Errorf("a sync has not ended within %v of the virtual clock", LongestArrival)
		}
		if err := jsvm.Sleep(ctx, d.clock, lookEvery); err != nil {
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

// noteRuns adds each run that was not seen before.
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
