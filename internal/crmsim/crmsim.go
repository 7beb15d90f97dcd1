// Package crmsim is the emulated CRM: an http.Handler that answers the CRM's API the way the platform
// does, from records in memory, so that an app can run without an account and without a network.
//
// It is deterministic: the same requests after the same seed give the same answers, ids and
// timestamps, when the clock does. Where the platform would do something that is not emulated it
// answers 501 and says so, rather than something that looks right.
// It knows nothing of workers or of the host that mounts it.
// Start at Options and New; routes.go is the table of what is answered.
package crmsim

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

// maxBodyBytes is the largest request body that is read. The platform's own limit is not published.
const maxBodyBytes = 10 << 20

// Options configures an emulated CRM.
type Options struct {
	// Now is the clock of created and changed records. Required.
	Now func() time.Time
	// Token is the access token that requests must carry.
	Token string
	// OAuth adds the OAuth endpoints and the tokens that they give; nil when the app has static auth.
	OAuth *OAuth
	// PropertyPrefix is what the vendor puts before the names of its own properties; "crm_" by default.
	PropertyPrefix string
	// AssociationCategory is what the vendor calls its own types of associations; "CRM_DEFINED" by default.
	AssociationCategory string
	// Types are the object types of the account besides the standard ones.
	Types []ObjectType
}

// Sim is an emulated CRM. It may be used by several goroutines.
type Sim struct {
	options Options

	mu           sync.Mutex
	types        []*ObjectType
	associations *associationTypes
	tables       map[*ObjectType]*table
	grants       *grants // nil without OAuth
	lastID       int64
	answers      int64 // numbers the answers, for correlation ids
}

// New makes an emulated CRM with the sample records.
func New(options Options) (*Sim, error) {
	if options.PropertyPrefix == "" {
		options.PropertyPrefix = neutralPrefix
	}
	if options.AssociationCategory == "" {
		options.AssociationCategory = "CRM_DEFINED"
	}
	types, err := standardTypes(options.PropertyPrefix)
	if err != nil {
		return nil, err
	}
	associations, err := readAssociationTypes(options.AssociationCategory)
	if err != nil {
		return nil, err
	}
	s := &Sim{options: options, types: types, associations: associations, tables: map[*ObjectType]*table{}, grants: newGrants(options.OAuth)}
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
	return s, s.seed()
}

// ServeHTTP answers one request of the API.
func (s *Sim) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBodyBytes+1))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers++
	c := &call{Sim: s, request: r, body: body}
	status, answer := http.StatusOK, any(nil)
	switch {
	case err != nil:
		return // the client has gone
	case len(body) > maxBodyBytes:
		status, answer = c.failed(&apiError{status: http.StatusRequestEntityTooLarge, message: "Request body is too large"})
	default:
		status, answer = c.answer()
	}
	if c.location != "" {
		w.Header().Set("Location", c.location)
	}
	if answer == nil {
		w.WriteHeader(status)
		return
	}
	w.Header().Set("Content-Type", "application/json;charset=utf-8")
	w.WriteHeader(status)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	// An answer is maps and strings, and a client that has gone cannot be told.
	_ = enc.Encode(answer)
}

// answer authenticates, finds the route and runs it. Who sends no token learns nothing of the other routes.
func (c *call) answer() (int, any) {
	route, err := c.route(oauthRoutes())
	if c.grants == nil || err != nil {
		if denied := c.authenticate(); denied != nil {
			return c.failed(denied)
		}
		route, err = c.route(routes())
	}
	if err != nil {
		return c.failed(err)
	}
	status, answer, err := route.run(c)
	if err != nil {
		return c.failed(err)
	}
	return status, answer
}

// failed is the answer for an error.
func (c *call) failed(err *apiError) (int, any) {
	// The shape of a version 4 UUID, counted so that runs repeat.
	return err.status, err.body(fmt.Sprintf("00000000-0000-4000-8000-%012x", c.answers))
}
