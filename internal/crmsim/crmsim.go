// Package crmsim is the emulated CRM: an http.Handler that answers the CRM's API the way the platform
// does, from records in memory, so that an app can run without an account and without a network.
//
// It is deterministic: the same requests after the same seed give the same answers, ids and
// timestamps, when the clock does. Where the platform would do something that is not emulated it
// answers 501 and says so, rather than something that looks right.
// It knows nothing of workers or of the host that mounts it.
// Start at Options and New; routes.go is the table of what is answered, serve.go the way of a request to it.
// limits.go and tiers.go are what an account allows, faults.go what goes wrong on purpose, webhooks.go what
// others are told.
package crmsim

import (
	"context"
	"errors"
	"sync"
)

// Sim is an emulated CRM. It may be used by several goroutines.
type Sim struct {
	options Options

	mu            sync.Mutex
	types         []*ObjectType
	associations  *associationTypes
	tables        map[*ObjectType]*table
	grants        *grants // nil without OAuth
	timeline      *timeline
	conversations *conversations
	lastID        int64
	answers       int64  // numbers the answers, for correlation ids
	portal        int64  // the account of the request that is answered
	meter         *meter // nil without limits
	faults        []*activeFault
	faultsMade    uint64
	outboxes      []*outbox
	lastEventID   int64
	// life ends with Close.
	life  context.Context
	close context.CancelFunc
}

// New makes an emulated CRM with the sample records.
func New(options Options) (*Sim, error) {
	if err := options.complete(); err != nil {
		return nil, err
	}
	types, err := standardTypes(options.PropertyPrefix)
	if err != nil {
		return nil, err
	}
	associations, err := readAssociationTypes(options.AssociationCategory)
	if err != nil {
		return nil, err
	}
	s := &Sim{
		options: options, types: types, associations: associations, tables: map[*ObjectType]*table{},
		grants: newGrants(options.OAuth), meter: newMeter(options.Limits, options.Clock.Now()),
	}
	s.life, s.close = context.WithCancel(context.Background())
	s.timeline = newTimeline(options.Events, options.AppID, options.PortalID)
	s.conversations = &conversations{staged: map[string]*stagedAccount{}}
	for i := range options.Types {
		s.types = append(s.types, &options.Types[i])
	}
	for _, kind := range s.types {
		if err := kind.complete(options.PropertyPrefix); err != nil {
			return nil, err
		}
		s.tables[kind] = newTable(kind)
	}
	for i := range options.Types {
		options.Types[i].own = true
		s.associations.makeOwn(&options.Types[i], s.types[:len(s.types)-len(options.Types)+i+1])
	}
	if err := errors.Join(s.seed(), s.AddFaults(options.Faults...)); err != nil {
		return nil, err
	}
	return s, s.openOutboxes() // what the samples are is no news
}

// Close ends deliveries that are on their way or wait to be tried again.
func (s *Sim) Close() { s.close() }
