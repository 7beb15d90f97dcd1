// Package crmsim is the emulated CRM: an http.Handler that answers the CRM's API from records in memory, as the
// platform does. With it an app runs without an account and without a network.
//
// It is deterministic: with the same clock, seed and requests it gives the same responses, ids and timestamps. It
// does not know workers, nor the host that mounts it.
//
// Start at Options and New. This package has the request path, the rate limits, faults and the control routes. The
// parts of the API are packages below it, each with a table of routes: records, associations, timeline,
// conversations, oauth. They share the data of package account and the vocabulary of package api. Package webhooks
// delivers changes.
package crmsim

import (
	"cmp"
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
	"github.com/appsvc/svc/internal/crmsim/oauth"
	"github.com/appsvc/svc/internal/crmsim/timeline"
	"github.com/appsvc/svc/internal/crmsim/webhooks"
)

// Sim is an emulated CRM. It is safe for concurrent use.
type Sim struct {
	options Options

	mu          sync.Mutex
	started     time.Time
	main        *portal           // the account of Options.PortalID
	portals     map[int64]*portal // the other accounts that are open
	oauth       *oauth.API        // without routes if the options have no OAuth
	webhooks    *webhooks.Sender
	openRoutes  *api.Mux // need no access token
	pages       *api.Mux // those for browsers, which no fault hits
	answers     int64    // counts responses, for correlation ids
	faults      []*activeFault
	faultsAdded uint64
}

// New returns an emulated CRM with the sample records.
func New(options Options) (*Sim, error) {
	if err := options.complete(); err != nil {
		return nil, err
	}
	s := &Sim{options: options, started: options.Clock.Now(), portals: map[int64]*portal{}}
	var err error
	if s.main, err = s.newPortal(Portal{ID: options.PortalID, Limits: options.Limits}); err != nil {
		return nil, err
	}
	if err := s.AddFaults(options.Faults...); err != nil {
		return nil, err
	}
	s.webhooks, err = webhooks.New(webhooks.Options{
		Account: s.main.account, Clock: options.Clock, Lock: &s.mu, Network: options.Network, Targets: options.Targets,
		Seed: options.Seed, HeaderPrefix: options.HeaderPrefix, AppID: options.AppID,
	})
	if err != nil {
		return nil, err
	}
	s.main.account.OnChange = s.report
	s.oauth = oauth.New(*cmp.Or(options.OAuth, &oauth.Options{}), options.AppID, defaultPortalID)
	s.openRoutes, s.pages = api.NewMux(), api.NewMux()
	if options.OAuth != nil {
		s.openRoutes = api.NewMux(s.oauth.Routes(), s.oauth.PageRoutes())
		s.pages = api.NewMux(s.oauth.PageRoutes())
	}
	return s, nil
}

// Close ends deliveries in flight and those that wait for a retry.
func (s *Sim) Close() { s.webhooks.Close() }

// NextWebhook returns when the next batch or attempt of a webhook is due; the zero time if none is.
func (s *Sim) NextWebhook() time.Time { return s.webhooks.NextDue() }

// RunWebhooks sends the webhooks that are due after the clock was advanced. It returns when all have an answer.
func (s *Sim) RunWebhooks(ctx context.Context) { s.webhooks.RunDue(ctx) }

// Types of the parts, so that callers import this package alone.
type (
	Clock           = api.Clock
	ObjectType      = account.ObjectType
	Property        = account.Property
	Schema          = account.Schema
	AssociationType = account.AssociationType
	EventType       = timeline.EventType
	Occurrence      = timeline.Occurrence
	Given           = account.Given
	GivenLink       = account.GivenLink
	GivenError      = account.GivenError
	OAuth           = oauth.Options
	OAuthPages      = oauth.Pages
	OAuthAccount    = oauth.Account
	Grant           = oauth.Grant
	Target          = webhooks.Target
	Subscription    = webhooks.Subscription
)

// RealClock returns the clock of this machine; now is time.Now.
func RealClock(now func() time.Time) Clock { return api.RealClock(now) }

// SignV3 adds the platform's signature to a request, and returns the text that it signs. The prefix begins the vendor's
// own headers.
func SignV3(r *http.Request, body []byte, prefix, secret string, at time.Time) (signed string) {
	return webhooks.SignV3(r, body, prefix, secret, at)
}
