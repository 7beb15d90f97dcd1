package control

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"github.com/appsvc/svc/internal/apiclient"
)

const syncsPath = "/_svc/control/syncs"

// MaxRuns is how many runs one request lists.
const MaxRuns = 500

// SyncName names a sync of a project. In queries Worker may be "" when only one worker has a sync with the id.
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

// query adds the sync to a query.
func (n SyncName) query(q url.Values) {
	if n.Sync != "" {
		q.Set("sync", n.Sync)
	}
	if n.Worker != "" {
		q.Set("worker", n.Worker)
	}
}

// Sync is the state of a sync that an install has run, or for which rows wait.
type Sync struct {
	SyncName
	// Cursor is where the next run starts; nil for the beginning.
	Cursor *string `json:"cursor"`
	// Run is the run in progress; nil for none.
	Run *SyncRun `json:"run"`
	// Waiting counts rows that no run has taken yet, Poison those in quarantine.
	Waiting int `json:"waiting"`
	Poison  int `json:"poison"`
}

// SyncRun is a run of a sync. Times are Unix milliseconds.
type SyncRun struct {
	ID string `json:"id"`
	SyncName
	// Status is running, waiting, succeeded, succeeded_with_poison, failed or cancelled.
	Status string `json:"status"`
	// Cause is schedule, event, manual or retry.
	Cause     string `json:"cause,omitempty"`
	StartedAt int64  `json:"startedAt,omitempty"`
	EndedAt   int64  `json:"endedAt,omitempty"`
	// Message is why it did not succeed, or waits. WaitsUntil is when a waiting run continues; 0 if nothing but another
	// start of the sync continues it.
	Message    string `json:"message,omitempty"`
	WaitsUntil int64  `json:"waitsUntil,omitempty"`
	// Steps counts the calls of the worker.
	Steps int `json:"steps,omitempty"`
	// Counts is nil for syncs without a source.
	Counts *SyncCounts `json:"counts,omitempty"`
}

// Ended reports whether the run has ended.
func (r SyncRun) Ended() bool { return r.Status != "running" && r.Status != "waiting" }

// NeedsStart reports whether a run from SyncRuns waits, and only another start of the sync resumes it.
func (r SyncRun) NeedsStart() bool { return r.Status == "waiting" && r.WaitsUntil == 0 }

// SyncCounts counts what a run of a source-backed sync has done so far.
type SyncCounts struct {
	Pages      int `json:"pages"`
	Rows       int `json:"rows"`
	Upserted   int `json:"upserted"`
	Poison     int `json:"poison"`
	Duplicates int `json:"duplicates"`
}

// installed returns the query for an install; for "" the app worker chooses it.
func installed(install string) url.Values {
	q := url.Values{}
	if install != "" {
		q.Set("install", install)
	}
	return q
}

// pageOf returns the query of a page of a list, from after on.
func pageOf(install, after string, limit int) url.Values {
	q := installed(install)
	if after != "" {
		q.Set("after", after)
	}
	q.Set("limit", strconv.Itoa(limit))
	return q
}

// at returns a path with a query. The URL that a grant covers has no question mark without a query.
func at(path string, q url.Values) string {
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}

// Syncs returns the states of an install's syncs, and the install's id.
func (c *Client) Syncs(ctx context.Context, install string) (id string, syncs []Sync, err error) {
	var found struct {
		Install string `json:"install"`
		Syncs   []Sync `json:"syncs"`
	}
	err = c.call(ctx, http.MethodGet, at(syncsPath, installed(install)), nil, &found)
	return found.Install, append([]Sync{}, found.Syncs...), err
}

// SyncRuns returns the last runs of a sync, the newest first, and the install's id.
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

// RunSync runs one step of a sync. The client's origin is that of the sync's worker. A run with more work continues by
// itself. A run that waits is not an error.
func (c *Client) RunSync(ctx context.Context, install, sync string) (SyncRun, error) {
	order := map[string]any{}
	if portal, err := strconv.ParseInt(install, 10, 64); err == nil {
		order["install"] = map[string]any{"portalId": portal}
	}
	var answer struct {
		Run SyncRun `json:"run"`
	}
	err := c.call(ctx, http.MethodPost, "/sync/"+url.PathEscape(sync)+"/run", order, &answer)
	var apiError *Error
	if errors.As(err, &apiError) && json.Unmarshal([]byte(apiError.Body), &answer) == nil && answer.Run.ID != "" {
		return answer.Run, nil // the run has failed, not the request
	}
	return answer.Run, err
}

// DeclaredSync is a sync as the project declares it.
type DeclaredSync struct {
	SyncName
	Label string
	// Schedule is the declared text. Source is "" for a sync with only a handler.
	Schedule, Source, Into string
}

// DeclaredSyncs returns the syncs of the project, in the order of its manifest.
func (c *Client) DeclaredSyncs(ctx context.Context) ([]DeclaredSync, error) {
	var manifest struct {
		SchemaVersion int `json:"schemaVersion"`
		Workers       []struct {
			Name         string `json:"name"`
			Capabilities []struct {
				Kind, ID, Label, Source, Into string
				Schedule                      struct{ Expression string }
			} `json:"capabilities"`
		} `json:"workers"`
	}
	err := c.send(ctx, http.MethodGet, "/_svc/manifest", nil, func(r apiclient.Response) error {
		if r.Status != http.StatusOK {
			return c.read(r.Status, r.Body, &struct{}{})
		}
		if err := json.Unmarshal(r.Body, &manifest); err != nil || manifest.SchemaVersion != 1 {
			return c.unreachable("this version of svc does not know the form of its manifest", err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	declared := []DeclaredSync{}
	for _, worker := range manifest.Workers {
		for _, one := range worker.Capabilities {
			if one.Kind == "sync" {
				declared = append(declared, DeclaredSync{
					SyncName: SyncName{worker.Name, one.ID}, Label: one.Label,
					Schedule: one.Schedule.Expression, Source: one.Source, Into: one.Into,
				})
			}
		}
	}
	return declared, nil
}
