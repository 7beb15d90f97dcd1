package control

import (
	"context"
	"net/http"
	"net/url"
)

const laterPath = "/_svc/control/later"

// MaxLaterCalls is how many calls one request lists.
const MaxLaterCalls = 500

// LaterCall is a call that a handler scheduled with ctx.later.
type LaterCall struct {
	ID         string `json:"id"`
	Worker     string `json:"worker"`
	Kind       string `json:"kind"`
	Capability string `json:"capability"`
	// At is when it runs, in Unix milliseconds.
	At int64 `json:"at"`
	// Status is waiting, done or failed.
	Status string `json:"status"`
	// Attempts counts those that have begun.
	Attempts int `json:"attempts"`
	// Message is why the last attempt failed, or is repeated.
	Message string `json:"message,omitempty"`
}

// LaterPage is one page of a list.
type LaterPage struct {
	// Install is the id of the calls' install.
	Install string      `json:"install"`
	Calls   []LaterCall `json:"calls"`
	// Next is the after of the next page; "" on the last one.
	Next string `json:"next,omitempty"`
}

// LaterCalls returns a page of calls in order of their ids.
func (c *Client) LaterCalls(ctx context.Context, install, after string, limit int) (LaterPage, error) {
	page := LaterPage{Calls: []LaterCall{}}
	err := c.call(ctx, http.MethodGet, at(laterPath, pageOf(install, after, limit)), nil, &page)
	return page, err
}

// CancelLater removes a waiting call, and returns the id of its install.
func (c *Client) CancelLater(ctx context.Context, install, id string) (string, error) {
	var done struct {
		Install string `json:"install"`
	}
	err := c.call(ctx, http.MethodDelete, at(laterPath+"/"+url.PathEscape(id), installed(install)), nil, &done)
	return done.Install, err
}
