// This file has the routes of syncs: what is known of them, their runs, and the order to run one.

package control

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
)

// syncsPath is where syncs are.
const syncsPath = "/_svc/control/syncs"

// MaxRuns is how many runs of a sync can be asked for.
const MaxRuns = 500

// SyncName is a sync of a project. Where a sync is asked for, Worker may be "" if one worker alone has a sync of the id.
type SyncName struct {
	Worker string `json:"worker"`
	Sync   string `json:"sync"`
}

func (n SyncName) String() string {
	if n.Worker == "" {
		return n.Sync
	}
	return n.Worker + "/" + n.Sync
}

// query adds the sync to what is asked for.
func (n SyncName) query(q url.Values) {
	if n.Sync != "" {
		q.Set("sync", n.Sync)
	}
	if n.Worker != "" {
		q.Set("worker", n.Worker)
	}
}

// Sync is what is known of a sync that an install has run, or that rows wait for.
type Sync struct {
	SyncName
	// Cursor is where the next run begins; nil for the beginning.
	Cursor *string `json:"cursor"`
	// Run is the one under way; nil for none.
	Run *SyncRun `json:"run"`
	// Waiting counts rows that no run has taken yet, Poison those that are set aside.
	Waiting int `json:"waiting"`
	Poison  int `json:"poison"`
}

// SyncRun is a run of a sync. Times are milliseconds since the epoch.
type SyncRun struct {
	ID string `json:"id"`
	SyncName
	// Status is running, waiting, succeeded, succeeded_with_poison, failed or cancelled.
	Status string `json:"status"`
	// Cause is schedule, event, manual or retry.
	Cause     string `json:"cause,omitempty"`
	StartedAt int64  `json:"startedAt,omitempty"`
	EndedAt   int64  `json:"endedAt,omitempty"`
	// Message is why it did not succeed, or waits; WaitsUntil is when it goes on.
	Message    string `json:"message,omitempty"`
	WaitsUntil int64  `json:"waitsUntil,omitempty"`
	// Steps is how often a worker was asked to go on with it.
	Steps int `json:"steps,omitempty"`
	// Counts is nil for syncs without a source.
	Counts *SyncCounts `json:"counts,omitempty"`
}

// Ended reports whether nobody goes on with it.
func (r SyncRun) Ended() bool { return r.Status != "running" && r.Status != "waiting" }

// SyncCounts is what a run of a source-backed sync has done so far.
type SyncCounts struct {
	Pages      int `json:"pages"`
	Rows       int `json:"rows"`
	Upserted   int `json:"upserted"`
	Poison     int `json:"poison"`
	Duplicates int `json:"duplicates"`
}

// installed is the query for an install; "" leaves it to the app worker.
func installed(install string) url.Values {
	q := url.Values{}
	if install != "" {
		q.Set("install", install)
	}
	return q
}

// at is a path with a query. A question mark alone would not be what a grant is for.
func at(path string, q url.Values) string {
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}

// Syncs is what is known of the syncs of an install, and the install's id.
func (c *Client) Syncs(ctx context.Context, install string) (id string, syncs []Sync, err error) {
	var found struct {
		Install string `json:"install"`
		Syncs   []Sync `json:"syncs"`
	}
	err = c.call(ctx, http.MethodGet, at(syncsPath, installed(install)), nil, &found)
	return found.Install, append([]Sync{}, found.Syncs...), err
}

// SyncRuns are the newest runs of a sync, the newest first, and the install's id.
func (c *Client) SyncRuns(
	ctx context.Context, install string, of SyncName, limit int,
) (id string, runs []SyncRun, err error) {
	var found struct {
		Install string    `json:"install"`
		Runs    []SyncRun `json:"runs"`
	}
	q := installed(install)
	of.query(q)
	q.Set("limit", strconv.Itoa(limit))
	err = c.call(ctx, http.MethodGet, at(syncsPath+"/runs", q), nil, &found)
	return found.Install, append([]SyncRun{}, found.Runs...), err
}

// RunSync runs one step of a sync by hand. The client's origin is that of the sync's worker. A run that has more to do
// goes on by itself; one that waits is no error.
func (c *Client) RunSync(ctx context.Context, install, sync string) (SyncRun, error) {
	order := map[string]any{}
	if portal, err := strconv.ParseInt(install, 10, 64); err == nil {
		order["install"] = map[string]any{"portalId": portal}
	}
	var answer struct {
		Run SyncRun `json:"run"`
	}
	err := c.call(ctx, http.MethodPost, "/sync/"+url.PathEscape(sync)+"/run", order, &answer)
	var told *Error
	if errors.As(err, &told) && json.Unmarshal([]byte(told.Body), &answer) == nil && answer.Run.ID != "" {
		return answer.Run, nil // how the run went is no fault of the request
	}
	return answer.Run, err
}
