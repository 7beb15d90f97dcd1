// This file asks the install's actor what became of syncs: a run that has more to do than one request may goes on
// by alarms.

package devserver

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
)

// SyncRun is a run of a sync.
type SyncRun struct {
	ID      string `json:"id"`
	Status  string `json:"status"`
	Message string `json:"message"`
	// EndedAt is in milliseconds since the epoch; zero when it has not ended.
	EndedAt int64      `json:"endedAt"`
	Counts  SyncCounts `json:"counts"`
}

// SyncCounts is what a run of a source-backed sync has done.
type SyncCounts struct {
	Rows       int `json:"rows"`
	Upserted   int `json:"upserted"`
	Poison     int `json:"poison"`
	Duplicates int `json:"duplicates"`
}

// SyncState is what is known of a sync.
type SyncState struct {
	Worker string `json:"worker"`
	Sync   string `json:"sync"`
	// Run is the one under way; nil for none.
	Run *SyncRun `json:"run"`
	// Waiting counts rows that were posted and that no run has taken yet.
	Waiting int `json:"waiting"`
}

// Busy reports whether the sync has not done yet what it was asked for.
func (s SyncState) Busy() bool {
	return s.Waiting > 0 || s.Run != nil && s.Run.EndedAt == 0
}

// Syncs is what is known of the syncs of the install.
func (i *Isolate) Syncs(ctx context.Context) ([]SyncState, error) {
	var states []SyncState
	return states, i.ask(ctx, "syncList", nil, &states)
}

// SyncRuns are the runs of a sync that have ended, the newest first.
func (i *Isolate) SyncRuns(ctx context.Context, of SyncState) ([]SyncRun, error) {
	var runs []SyncRun
	return runs, i.ask(ctx, "runList", map[string]any{"worker": of.Worker, "sync": of.Sync}, &runs)
}

// ask calls a method of the install's actor.
func (i *Isolate) ask(ctx context.Context, method string, args, into any) error {
	name := "static"
	if byOAuth(i.host.options.App) {
		name = strconv.FormatInt(i.run.install.portal(), 10)
	}
	request, err := json.Marshal(map[string]any{
		"protocol": actorProtocol, "class": "InstallActor", "name": name, "method": method, "args": args,
	})
	if err != nil {
		return err
	}
	answer, err := i.host.actor(ctx, string(request))
	if err != nil {
		return err
	}
	if err := answered(answer); err != nil {
		return fmt.Errorf("InstallActor.%s: %w", method, err)
	}
	return json.Unmarshal([]byte(answer), &struct{ V any }{into})
}
