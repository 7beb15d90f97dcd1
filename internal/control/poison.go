// This file has the routes of rows that syncs have set aside.

package control

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
)

// poisonPath is where rows are that were set aside.
const poisonPath = "/_svc/control/poison"

// MaxPoisonRows is how many rows one request lists or changes.
const MaxPoisonRows = 500

// PoisonRow is a row that was set aside.
type PoisonRow struct {
	ID string `json:"id"`
	SyncName
	// Key and Data are as the source gave them, redacted. Lists leave Data out.
	Key    json.RawMessage `json:"key"`
	Data   json.RawMessage `json:"data,omitempty"`
	Reason string          `json:"reason"`
	// Run is the id of the run that has set it aside last, Cursor that of its page.
	Run    string `json:"run"`
	Cursor string `json:"cursor,omitempty"`
	// At is when it was set aside first, in milliseconds since the epoch, and Times how often.
	At    int64 `json:"at"`
	Times int   `json:"times"`
}

// PoisonPage is a part of a list.
type PoisonPage struct {
	// Install is the id of the install whose rows they are.
	Install string      `json:"install"`
	Rows    []PoisonRow `json:"rows"`
	// Next is what the next page begins after; "" for the last one.
	Next string `json:"next,omitempty"`
}

// Poison is a page of rows, the oldest of each sync first; of is the zero value for all syncs.
func (c *Client) Poison(ctx context.Context, install string, of SyncName, after string, limit int) (PoisonPage, error) {
	q := installed(install)
	of.query(q)
	if after != "" {
		q.Set("after", after)
	}
	q.Set("limit", strconv.Itoa(limit))
	page := PoisonPage{Rows: []PoisonRow{}}
	err := c.call(ctx, http.MethodGet, at(poisonPath, q), nil, &page)
	return page, err
}

// PoisonRow is one row with its data.
func (c *Client) PoisonRow(ctx context.Context, install, id string) (PoisonRow, error) {
	var found struct {
		Row PoisonRow `json:"row"`
	}
	err := c.call(ctx, http.MethodGet, at(poisonPath+"/"+url.PathEscape(id), installed(install)), nil, &found)
	return found.Row, err
}

// poisonOrder names rows.
type poisonOrder struct {
	Install string   `json:"install,omitempty"`
	IDs     []string `json:"ids"`
}

// RetryPoison has rows tried again, MaxPoisonRows at most, and says how many there were.
func (c *Client) RetryPoison(ctx context.Context, install string, ids []string) (int, error) {
	var done struct {
		Retried int `json:"retried"`
	}
	err := c.call(ctx, http.MethodPost, poisonPath+"/retry", poisonOrder{install, ids}, &done)
	return done.Retried, err
}

// DiscardPoison forgets rows for good, MaxPoisonRows at most, and says how many there were.
func (c *Client) DiscardPoison(ctx context.Context, install string, ids []string) (int, error) {
	var done struct {
		Discarded int `json:"discarded"`
	}
	err := c.call(ctx, http.MethodPost, poisonPath+"/discard", poisonOrder{install, ids}, &done)
	return done.Discarded, err
}
