// This file makes many records of few, for runs that need as many as an account has.

package crmsim

import (
	"fmt"
	"maps"
	"strings"
)

// Multiply sees to it that there are n live records of the type, by copies of those there are, and gives the
// first n, by their ids. A type without records gets ones without values.
func (s *Sim) Multiply(objectType string, n int) ([]Record, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.quietly()()
	kind := s.typeCalled(objectType)
	if kind == nil {
		return nil, fmt.Errorf("the emulated CRM has no object type %q", objectType)
	}
	var models, live []*record
	for _, r := range s.tables[kind].records {
		if !r.archived {
			models, live = append(models, r), append(live, r)
		}
	}
	for i := 0; len(live) < n; i++ {
		var values map[string]string
		if len(models) > 0 {
			values = models[i%len(models)].properties
		}
		live = append(live, s.copy(kind, values))
	}
	records := make([]Record, 0, n)
	for _, r := range live[:n] {
		records = append(records, Record{ID: r.id, ObjectType: kind.enrolledName(), Properties: maps.Clone(r.properties)})
	}
	return records, nil
}

// copy puts a record with the same values in; those that must be unique get the copy's id.
func (s *Sim) copy(kind *ObjectType, values map[string]string) *record {
	own := map[string]*string{}
	for name, value := range values {
		if name != kind.objectID && name != kind.Created && name != kind.Modified {
			own[name] = &value
		}
	}
	r := s.insert(kind, own)
	r.sample = true
	for name, value := range own {
		if kind.Properties[name].Unique {
			s.tables[kind].set(r, map[string]*string{name: distinct(*value, r.id)}, s.now())
		}
	}
	return r
}

// distinct is a value that only one record has: an address stays one.
func distinct(value, id string) *string {
	local, domain, isAddress := strings.Cut(value, "@")
	value += "-" + id
	if isAddress {
		value = local + "+" + id + "@" + domain
	}
	return &value
}
