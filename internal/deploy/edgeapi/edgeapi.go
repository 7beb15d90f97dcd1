// Package edgeapi calls the edge platform's API as far as a deploy needs it: scripts, their versions,
// schedules, secrets and addresses.
//
// It knows requests, answers and when to try again, and nothing of plans, of journals or of where tokens
// are kept. Start at Client; one file has the calls of one theme. Package edgefake is its test double.
package edgeapi

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// DefaultBaseURL is where the API is (edge docs, API).
const DefaultBaseURL = "https://api.cloudflare.com/client/v4"

// Client calls the API for one account. Its methods may be called from several goroutines.
type Client struct {
	// BaseURL is where the API is; "" for DefaultBaseURL.
	BaseURL string
	// Token is the API token. No error ever holds it.
	Token string
	// Account is the id of the account; Accounts and VerifyToken need none.
	Account string
	// Do sends a request: the method of an http.Client.
	Do  func(*http.Request) (*http.Response, error)
	Now func() time.Time
	// Sleep waits, and gives up with the context.
	Sleep func(context.Context, time.Duration) error
	// Random is a number in [0,1), for pauses that differ between processes.
	Random func() float64

	mu sync.Mutex
	// held is until when the API wants no request.
	held time.Time
}

func (c *Client) base() string {
	if c.BaseURL == "" {
		return DefaultBaseURL
	}
	return strings.TrimSuffix(c.BaseURL, "/")
}

// scriptPath is the path of a script, or of a part of it.
func (c *Client) scriptPath(script, part string) string {
	return "/accounts/" + url.PathEscape(c.Account) + "/workers/scripts/" + url.PathEscape(script) + part
}

func (c *Client) workersPath(part string) string {
	return "/accounts/" + url.PathEscape(c.Account) + "/workers" + part
}
