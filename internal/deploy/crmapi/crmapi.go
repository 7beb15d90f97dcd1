// Package crmapi calls the CRM platform's API for projects: it uploads what codegen has written, and follows builds and
// deploys.
//
// The endpoints are those of the vendor's own command line tool. Vendor-specific names come from the profile. The
// package does not know plans, journals, or where keys are stored. Start at Client. Package crmfake is a fake of the
// API.
package crmapi

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/platform"
)

// Client calls the API for one developer account. Its methods may be called from several goroutines.
type Client struct {
	Profile *platform.Profile
	// BaseURL is the address of the API; "" for the profile's.
	BaseURL string
	// Key is the personal access key. Errors never contain it, nor its tokens.
	Key string
	// Portal is the id of the account, in decimal; "" for the account of the key.
	Portal string
	// Agent is the User-Agent of requests.
	Agent string
	// Do sends a request: the method of an http.Client.
	Do  func(*http.Request) (*http.Response, error)
	Now func() time.Time
	// Sleep waits until the time has passed or the context ends.
	Sleep func(context.Context, time.Duration) error
	// Random returns a number in [0,1), for pauses that differ between processes.
	Random func() float64

	mu      sync.Mutex // held during a refresh: one refresh serves all callers
	account Account
	token   string
}

func (c *Client) base() string {
	if c.BaseURL == "" {
		return c.Profile.APIOrigin
	}
	return strings.TrimSuffix(c.BaseURL, "/")
}
