package live

import (
	"slices"

	"github.com/appsvc/svc/internal/devserver"
)

// Served is a capability that the server serves.
type Served struct {
	Worker string `json:"worker"`
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	// EventType is that of a trigger.
	EventType string `json:"eventType,omitempty"`
	// ObjectType is that of the records of a tool. Agent reports that agents can run it.
	ObjectType string `json:"objectType,omitempty"`
	Agent      bool   `json:"agent,omitempty"`
}

// listServed returns the capabilities in the form of answers. A worker whose file does not load now has those that it
// is served with.
func (s *Session) listServed() []Served {
	all := []Served{}
	for _, c := range s.capabilities() {
		all = append(all, Served{
			Worker: c.Worker, ID: c.ID, Kind: c.Kind, EventType: c.EventType, ObjectType: c.ObjectType, Agent: c.Agent,
		})
	}
	return all
}

// capabilities returns the capabilities of the project as it was when it last loaded completely.
func (s *Session) capabilities() []devserver.Capability {
	if all := s.served.Load(); all != nil {
		return *all
	}
	return nil
}

// capability returns the capability of a worker, kind and id.
func (s *Session) capability(worker, kind, id string) (c devserver.Capability, found bool) {
	all := s.capabilities()
	at := slices.IndexFunc(all, func(c devserver.Capability) bool {
		return c.Worker == worker && c.Kind == kind && c.ID == id
	})
	if at < 0 {
		return c, false
	}
	return all[at], true
}
