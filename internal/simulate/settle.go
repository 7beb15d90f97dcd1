package simulate

import (
	"context"
	"fmt"
	"time"

	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/jsvm"
)

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
