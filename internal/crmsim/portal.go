package crmsim

import (
	"fmt"

	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
	"github.com/appsvc/svc/internal/crmsim/associations"
	"github.com/appsvc/svc/internal/crmsim/conversations"
	"github.com/appsvc/svc/internal/crmsim/records"
	"github.com/appsvc/svc/internal/crmsim/timeline"
)

// Portal is an account of the platform beside the one of Options.PortalID. It has its own data and usage.
type Portal struct {
	ID int64
	// Limits are the rate limits of the account; nil for none.
	Limits *Limits
	// Records is the least number of records of each type that has samples. Copies of the samples make up the number.
	Records int
}

// portal is the data, the routes and the usage of one account. The mutex of its Sim guards it.
type portal struct {
	account       *account.Account
	timeline      *timeline.API
	conversations *conversations.API
	routes        *api.Mux
	limits        *Limits
	meter         *meter // nil without limits
}

// newPortal opens an account with the sample records.
func (s *Sim) newPortal(of Portal) (*portal, error) {
	o := &s.options
	p := &portal{limits: of.Limits, meter: newMeter(of.Limits, s.started)}
	var err error
	p.account, err = account.New(account.Options{
		Clock: o.Clock, PropertyPrefix: o.PropertyPrefix, AssociationCategory: o.AssociationCategory, Types: o.Types,
		Schema: o.Schema,
	})
	if err != nil {
		return nil, err
	}
	p.account.Fill(of.Records)
	p.timeline = timeline.New(o.Events, o.AppID, of.ID)
	p.conversations = conversations.New(o.PropertyPrefix)
	recordAPI := &records.API{
		Account: p.account, Clock: o.Clock, SearchLag: o.SearchLag, OnLateSearch: o.OnLateSearch,
	}
	associationAPI := &associations.API{Account: p.account}
	p.routes = api.NewMux(
		recordAPI.Routes(), associationAPI.Routes(), p.timeline.Routes(), p.conversations.Routes(),
		s.accountRoutes(), s.callbackRoutes(), missingRoutes(),
	)
	return p, nil
}

// openPortal returns the account with an id. Its first use opens it. Accounts that the options do not list share the
// data of the main one.
func (s *Sim) openPortal(id int64) (*portal, *api.Error) {
	if p := s.portals[id]; p != nil {
		return p, nil
	}
	for _, listed := range s.options.Portals {
		if listed.ID != id {
			continue
		}
		p, err := s.newPortal(listed)
		if err != nil {
			return nil, &api.Error{Status: 500, Message: fmt.Sprintf("cannot open the account %d: %v", id, err)}
		}
		p.account.OnChange = s.report
		s.portals[id] = p
		return p, nil
	}
	return s.main, nil
}

// caller returns the account of an authenticated call, which has been opened.
func (s *Sim) caller(c *api.Call) *portal {
	p, err := s.openPortal(c.Caller.PortalID)
	if err != nil {
		return s.main
	}
	return p
}

// report delivers a change to the webhook targets. An app receives the changes of the accounts that have installed it.
func (s *Sim) report(change account.Change) {
	if s.options.OAuth != nil && s.options.OAuth.Pages != nil && !s.oauth.Installed(s.webhooks.PortalID) {
		return
	}
	s.webhooks.Report(change)
}
