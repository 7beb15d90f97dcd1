package devserver

import (
	"context"
	"strconv"

	"github.com/appsvc/svc/internal/devserver/host"
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

// SyncCounts counts what a run of a source-backed sync has done.
type SyncCounts struct {
	Rows       int `json:"rows"`
	Upserted   int `json:"upserted"`
	Poison     int `json:"poison"`
	Duplicates int `json:"duplicates"`
}

// SyncState is the state of a sync. A run with more work than one request may do continues by alarms.
type SyncState struct {
	Worker string `json:"worker"`
	Sync   string `json:"sync"`
	// Run is the run in progress; nil for none.
	Run *SyncRun `json:"run"`
	// Waiting counts the posted rows that no run has taken yet.
	Waiting int `json:"waiting"`
}

// Busy reports whether the sync has a run in progress or rows that wait.
func (s SyncState) Busy() bool {
	return s.Waiting > 0 || s.Run != nil && s.Run.EndedAt == 0
}

// Syncs returns the states of the install's syncs.
func (i *Isolate) Syncs(ctx context.Context) ([]SyncState, error) {
	var states []SyncState
	return states, i.ask(ctx, "syncList", nil, &states)
}

// SyncRuns returns the runs of a sync that have ended, the newest first.
func (i *Isolate) SyncRuns(ctx context.Context, of SyncState) ([]SyncRun, error) {
	var runs []SyncRun
	return runs, i.ask(ctx, "runList", map[string]any{"worker": of.Worker, "sync": of.Sync}, &runs)
}

// installActor is the class of the actors of installs.
const installActor = "InstallActor"

// ask calls a method of the install's actor.
func (i *Isolate) ask(ctx context.Context, method string, args, into any) error {
	name := "static"
	if host.UsesOAuth(i.host.Options().App) {
		name = strconv.FormatInt(i.run.install.portal(), 10)
	}
	call := host.ActorCall{Class: installActor, Name: name, Method: method, Args: args}
	return i.host.AskActor(ctx, call, into)
}
