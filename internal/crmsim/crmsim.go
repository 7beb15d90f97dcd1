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
	"net/http"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
	"github.com/appsvc/svc/internal/crmsim/associations"
	"github.com/appsvc/svc/internal/crmsim/conversations"
	"github.com/appsvc/svc/internal/crmsim/oauth"
	"github.com/appsvc/svc/internal/crmsim/records"
	"github.com/appsvc/svc/internal/crmsim/timeline"
	"github.com/appsvc/svc/internal/crmsim/webhooks"
)

// Sim is an emulated CRM. It is safe for concurrent use.
type Sim struct {
	options Options

	mu            sync.Mutex
	account       *account.Account
	oauth         *oauth.API // without routes if the options have no OAuth
	timeline      *timeline.API
	conversations *conversations.API
	webhooks      *webhooks.Sender
	routes        *api.Mux
	openRoutes    *api.Mux // need no access token
	answers       int64    // counts responses, for correlation ids
	meter         *meter   // nil without limits
	faults        []*activeFault
	faultsAdded   uint64
}

// New returns an emulated CRM with the sample records.
func New(options Options) (*Sim, error) {
	if err := options.complete(); err != nil {
		return nil, err
	}
	s := &Sim{options: options, meter: newMeter(options.Limits, options.Clock.Now())}
	var err error
	s.account, err = account.New(account.Options{
		Clock: options.Clock, PropertyPrefix: options.PropertyPrefix, AssociationCategory: options.AssociationCategory,
		Types: options.Types, Schema: options.Schema,
	})
	if err != nil {
		return nil, err
	}
	if err := s.AddFaults(options.Faults...); err != nil {
		return nil, err
	}
	s.webhooks, err = webhooks.New(webhooks.Options{
		Account: s.account, Clock: options.Clock, Lock: &s.mu, Network: options.Network, Targets: options.Targets,
		Seed: options.Seed, HeaderPrefix: options.HeaderPrefix, AppID: options.AppID,
	})
	if err != nil {
		return nil, err
	}
	s.account.OnChange = s.webhooks.Report
	s.timeline = timeline.New(options.Events, options.AppID, options.PortalID)
	s.conversations = conversations.New(options.PropertyPrefix)
	s.addRoutes()
	return s, nil
}

// addRoutes adds the routes of all parts of the API.
func (s *Sim) addRoutes() {
	recordAPI := &records.API{Account: s.account, Clock: s.options.Clock, SearchLag: s.options.SearchLag}
	associationAPI := &associations.API{Account: s.account}
	s.routes = api.NewMux(
		recordAPI.Routes(), associationAPI.Routes(), s.timeline.Routes(), s.conversations.Routes(),
		s.accountRoutes(), s.callbackRoutes(), missingRoutes(),
	)
	s.oauth = oauth.New(*cmp.Or(s.options.OAuth, &oauth.Options{}), s.options.AppID, defaultPortalID)
	s.openRoutes = api.NewMux()
	if s.options.OAuth != nil {
		s.openRoutes = api.NewMux(s.oauth.Routes())
	}
}

// Close ends deliveries in flight and those that wait for a retry.
func (s *Sim) Close() { s.webhooks.Close() }

// Types of the parts, so that callers import this package alone.
type (
	Clock           = api.Clock
	ObjectType      = account.ObjectType
	Property        = account.Property
	Schema          = account.Schema
	AssociationType = account.AssociationType
	EventType       = timeline.EventType
	Occurrence      = timeline.Occurrence
	OAuth           = oauth.Options
	Target          = webhooks.Target
	Subscription    = webhooks.Subscription
)

// RealClock returns the clock of this machine; now is time.Now.
func RealClock(now func() time.Time) Clock { return api.RealClock(now) }

// SignV3 adds the platform's signature to a request. The prefix begins the vendor's own headers.
func SignV3(r *http.Request, body []byte, prefix, secret string, at time.Time) {
	webhooks.SignV3(r, body, prefix, secret, at)
}
