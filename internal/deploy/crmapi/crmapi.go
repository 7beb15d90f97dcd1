// Package crmapi calls the CRM platform's API for projects: it uploads what codegen wrote, follows the
// build and the deploy, and tells what the platform says about them.
//
// The endpoints are those of the vendor's own command line tool. What the vendor spells comes from its
// profile. The package knows nothing of plans, of journals or of where keys are kept.
// Start at Client; source.go makes the upload of a project's files. Package crmfake is its test double.
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
	// BaseURL is where the API is; "" for the profile's.
	BaseURL string
	// Key is the personal access key. No error ever holds it, nor the token that it gives.
	Key string
	// Portal is the id of the account, in decimal; "" for the account of the key.
	Portal string
	// Agent is the User-Agent of requests.
	Agent string
	// Do sends a request: the method of an http.Client.
	Do  func(*http.Request) (*http.Response, error)
	Now func() time.Time
	// Sleep waits, and gives up with the context.
	Sleep func(context.Context, time.Duration) error
	// Random is a number in [0,1), for pauses that differ between processes.
	Random func() float64

	mu      sync.Mutex // held while a token is fetched: one refresh serves all
	account Account
	token   string
}

func (c *Client) base() string {
	if c.BaseURL == "" {
		return c.Profile.APIOrigin
	}
	return strings.TrimSuffix(c.BaseURL, "/")
}
