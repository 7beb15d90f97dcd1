package control

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
)

const poisonPath = "/_svc/control/poison"

// MaxPoisonRows is how many rows one request lists or changes.
const MaxPoisonRows = 500

// PoisonRow is a row in quarantine.
type PoisonRow struct {
	ID string `json:"id"`
	SyncName
	// Key and Data are the source's, redacted. Data is missing in lists.
	Key    json.RawMessage `json:"key"`
	Data   json.RawMessage `json:"data,omitempty"`
	Reason string          `json:"reason"`
	// Run is the id of the run that quarantined it last, Cursor that of its page.
	Run    string `json:"run"`
	Cursor string `json:"cursor,omitempty"`
	// At is when it was quarantined first, in Unix milliseconds, and Times how often.
	At    int64 `json:"at"`
	Times int   `json:"times"`
}

// PoisonPage is one page of a list.
type PoisonPage struct {
	// Install is the id of the rows' install.
	Install string      `json:"install"`
	Rows    []PoisonRow `json:"rows"`
	// Next is the after of the next page; "" on the last one.
	Next string `json:"next,omitempty"`
}

// Poison returns a page of rows, the oldest of each sync first. The zero SyncName selects all syncs.
func (c *Client) Poison(ctx context.Context, install string, of SyncName, after string, limit int) (PoisonPage, error) {
	q := pageOf(install, after, limit)
	of.query(q)
	page := PoisonPage{Rows: []PoisonRow{}}
	err := c.call(ctx, http.MethodGet, at(poisonPath, q), nil, &page)
	return page, err
}

// PoisonRow returns one row with its data.
func (c *Client) PoisonRow(ctx context.Context, install, id string) (PoisonRow, error) {
	var found struct {
		Row PoisonRow `json:"row"`
	}
	err := c.call(ctx, http.MethodGet, at(poisonPath+"/"+url.PathEscape(id), installed(install)), nil, &found)
	return found.Row, err
}

// poisonOrder selects rows.
type poisonOrder struct {
	Install string   `json:"install,omitempty"`
	IDs     []string `json:"ids"`
}

// RetryPoison retries at most MaxPoisonRows rows, and returns how many it has found.
func (c *Client) RetryPoison(ctx context.Context, install string, ids []string) (int, error) {
	var done struct {
		Retried int `json:"retried"`
	}
	err := c.call(ctx, http.MethodPost, poisonPath+"/retry", poisonOrder{install, ids}, &done)
	return done.Retried, err
}

// DiscardPoison deletes at most MaxPoisonRows rows, and returns how many it has found.
func (c *Client) DiscardPoison(ctx context.Context, install string, ids []string) (int, error) {
	var done struct {
		Discarded int `json:"discarded"`
	}
	err := c.call(ctx, http.MethodPost, poisonPath+"/discard", poisonOrder{install, ids}, &done)
	return done.Discarded, err
}
