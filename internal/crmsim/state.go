package crmsim

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
)

// Record is a record of the CRM as a workflow sees it.
type Record struct {
	ID         string
	ObjectType string // in upper case and singular: "CONTACT"
	Properties map[string]string
}

func newRecord(kind *ObjectType, r *account.Record) Record {
	return Record{ID: r.ID, ObjectType: kind.EnrolledName(), Properties: maps.Clone(r.Properties)}
}

// Find returns the live record with the id. For an empty id it returns the first one of the object type.
func (s *Sim) Find(objectType, id string) (Record, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return find(s.main, objectType, id)
}

func find(in *portal, objectType, id string) (Record, error) {
	table, unknown := in.account.Named(objectType)
	if unknown != nil {
		return Record{}, fmt.Errorf("the emulated CRM has no object type %q", objectType)
	}
	for _, r := range table.From(0) {
		if !r.Archived && (id == "" || r.ID == id) {
			return newRecord(table.Type, r), nil
		}
	}
	if id == "" {
		return Record{}, fmt.Errorf("the emulated CRM has no %s", table.Type.DeclaredName())
	}
	return Record{}, fmt.Errorf("the emulated CRM has no record %q among its %s", id, table.Type.DeclaredName())
}

// Multiply returns the first n live records of an object type, by id. It adds copies of the present records if there
// are fewer.
func (s *Sim) Multiply(objectType string, n int) ([]Record, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	table, unknown := s.main.account.Named(objectType)
	if unknown != nil {
		return nil, fmt.Errorf("the emulated CRM has no object type %q", objectType)
	}
	records := make([]Record, 0, n)
	for _, r := range table.Multiply(n) {
		records = append(records, newRecord(table.Type, r))
	}
	return records, nil
}

// Occurrences returns the events of the account in the order in which they arrived.
func (s *Sim) Occurrences() []Occurrence {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.main.timeline.Occurrences)
}

// Read answers a GET request as the account itself: without a token, rate limits and faults.
func (s *Sim) Read(r *http.Request) (status int, body []byte) {
	return s.Ask(s.options.PortalID, r, nil)
}

// UnknownObjectType returns the names of an account's object types if it has none with a name; nil if it has.
func (s *Sim) UnknownObjectType(portalID int64, name string) (known []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.openPortal(portalID)
	if err != nil {
		return nil
	}
	if _, err := p.account.Table(name); err == nil {
		return nil
	}
	for _, kind := range p.account.Types() {
		known = append(known, kind.Name)
	}
	return known
}

// ObjectTypeName returns the name that an account has for an object type that the app declares, else the name itself.
func (s *Sim) ObjectTypeName(portalID int64, name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.openPortal(portalID)
	if err != nil {
		return name // the request reports it
	}
	for _, kind := range p.account.Types() {
		if slices.Contains(kind.Declared, name) {
			return kind.Name
		}
	}
	return name
}

// Ask answers a request as the account with the id itself: without a token, rate limits, faults and delay of searches.
// The body of the request is given separately. Changes are delivered to the subscribed triggers.
func (s *Sim) Ask(portalID int64, r *http.Request, sent []byte) (status int, body []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &api.Call{
		Request: r, Body: sent, Clock: s.options.Clock, Header: http.Header{}, Caller: api.Caller{PortalID: portalID},
		IsCurrent: true,
	}
	s.webhooks.PortalID = portalID
	var answer any
	p, err := s.openPortal(portalID)
	var run api.Handler
	if err == nil {
		run, err = p.routes.Find(c, undated(r.URL.EscapedPath()))
	}
	if err == nil {
		status, answer, err = run(c)
	}
	if err != nil {
		status, answer = failed(c, err)
	}
	return status, encode(c.Header, answer)
}

// TypeID returns the platform's id of an object type, such as "0-1" for contacts.
func (s *Sim) TypeID(objectType string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	table, err := s.main.account.Named(objectType)
	if err != nil {
		return "", errors.New(err.Message)
	}
	return table.Type.ID, nil
}

// SetTarget replaces the subscriptions of the webhook target with the same URL, or adds the target. It leaves out
// invalid subscriptions and returns their errors. The options need a Network.
func (s *Sim) SetTarget(target Target) error {
	if s.options.Network == nil {
		return errors.New("invalid webhook target: the options have no network")
	}
	if err := target.Complete(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.webhooks.SetTarget(target)
}

// StageChannelAccount begins to connect an account to a custom channel, as a person does in the inbox. It returns the
// token with which the app finishes.
func (s *Sim) StageChannelAccount(channelID string, inboxID int64) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.main.conversations.StageAccount(channelID, inboxID, api.Now(s.options.Clock))
}

// Grants returns the installs of the app by OAuth.
func (s *Sim) Grants() []Grant {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.oauth.Grants()
}

// Uninstall revokes all OAuth tokens of an account.
func (s *Sim) Uninstall(portalID int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.oauth.Uninstall(portalID)
}

// EndAccessTokens ends the OAuth access tokens of an account before they expire. Its refresh token stays valid.
func (s *Sim) EndAccessTokens(portalID int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.oauth.EndAccessTokens(portalID)
}

// FailTokens makes the next requests of the OAuth token endpoint fail with these statuses, one per request.
func (s *Sim) FailTokens(statuses ...int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.oauth.FailTokens(statuses...)
}

// TokensIssued returns how many OAuth access tokens an account received.
func (s *Sim) TokensIssued(portalID int64) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.oauth.TokensIssued(portalID)
}
