// Package edgeapi calls the edge platform's API as far as a deploy needs it: scripts, their versions, schedules,
// secrets and addresses.
//
// It does not know plans, journals, or where tokens are stored. Start at Client. Package edgefake is a fake of the API.
package edgeapi

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// DefaultBaseURL is the address of the API (edge docs, API).
const DefaultBaseURL = "https://api.cloudflare.com/client/v4"

// Client calls the API for one account. Its methods may be called from several goroutines.
type Client struct {
	// BaseURL is the address of the API; "" for DefaultBaseURL.
	BaseURL string
	// Token is the API token. Errors never contain it.
	Token string
	// Account is the id of the account. Accounts and VerifyToken do not need it.
	Account string
	// Do sends a request: the method of an http.Client.
	Do  func(*http.Request) (*http.Response, error)
	Now func() time.Time
	// Sleep waits until the time has passed or the context ends.
	Sleep func(context.Context, time.Duration) error
	// Random returns a number in [0,1), for pauses that differ between processes.
	Random func() float64

	mu sync.Mutex
	// held is the time until which no request may be sent.
	held time.Time
}

func (c *Client) base() string {
	if c.BaseURL == "" {
		return DefaultBaseURL
	}
	return strings.TrimSuffix(c.BaseURL, "/")
}

// scriptPath returns the path of a script, or of a part of it.
func (c *Client) scriptPath(script, part string) string {
	return "/accounts/" + url.PathEscape(c.Account) + "/workers/scripts/" + url.PathEscape(script) + part
}

func (c *Client) workersPath(part string) string {
	return "/accounts/" + url.PathEscape(c.Account) + "/workers" + part
}
