// This file holds records, the tables that they are in, and how an answer shows them.

package crmsim

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// record is one object of the CRM.
type record struct {
	id               string
	properties       map[string]string // set ones only
	created, updated time.Time
	archived         bool
	archivedAt       time.Time
	links            []link
	sample           bool                 // it was there from the beginning, whatever its times are
	history          map[string][]version // of properties that a write changed, newest first
}

// insert makes a record of the values, now.
func (s *Sim) insert(kind *ObjectType, values map[string]*string) *record {
	s.lastID++
	now := s.now()
	r := &record{id: strconv.FormatInt(s.lastID, 10), properties: map[string]string{}, created: now}
	r.properties[kind.objectID] = r.id
	r.properties[kind.Created] = instant(now)
	s.tables[kind].add(r)
	s.tables[kind].set(r, values, now)
	s.tables[kind].happened(creation, r, happened{ChangeFlag: "CREATED"})
	return r
}

// now is the time of a write: the platform keeps milliseconds.
func (s *Sim) now() time.Time { return s.options.Clock.Now().UTC().Truncate(time.Millisecond) }

// view is the record as an answer shows it: the named properties and those that are always there,
// null when they are unset; names that the type does not have are left out. No names means the defaults.
func (r *record) view(kind *ObjectType, names []string) map[string]any {
	if len(names) == 0 {
		names = kind.Defaults
	}
	properties := map[string]any{}
	for _, name := range slices.Concat(names, kind.always()) {
		if _, known := kind.Properties[name]; !known {
			continue // the platform ignores it too
		}
		if value, set := r.properties[name]; set {
			properties[name] = value
		} else {
			properties[name] = nil
		}
	}
	return r.envelope(properties)
}

// whole is the record with every property that is set, as the answer to a write shows it.
func (r *record) whole(kind *ObjectType) map[string]any {
	properties := map[string]any{}
	for name, value := range r.properties {
		if _, known := kind.Properties[name]; known {
			properties[name] = value
		}
	}
	return r.envelope(properties)
}

func (r *record) envelope(properties map[string]any) map[string]any {
	answer := map[string]any{
		"id": r.id, "properties": properties,
		"createdAt": stamp(r.created), "updatedAt": stamp(r.updated), "archived": r.archived,
	}
	if r.archived {
		answer["archivedAt"] = stamp(r.archivedAt)
	}
	return answer
}

// number is the id, which is one.
func (r *record) number() int64 {
	number, _ := strconv.ParseInt(r.id, 10, 64)
	return number
}

// Record is a record of the CRM as a workflow sees it enrolled.
type Record struct {
	ID         string
	ObjectType string // in upper case and singular: "CONTACT"
	Properties map[string]string
}

// Find is the record with the id, or for an empty id the first of the object type; an archived one is
// not found.
func (s *Sim) Find(objectType, id string) (Record, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kind := s.typeCalled(objectType)
	if kind == nil {
		return Record{}, fmt.Errorf("the emulated CRM has no object type %q", objectType)
	}
	for _, r := range s.tables[kind].records {
		if !r.archived && (id == "" || r.id == id) {
			return Record{ID: r.id, ObjectType: kind.enrolledName(), Properties: maps.Clone(r.properties)}, nil
		}
	}
	if id == "" {
		return Record{}, fmt.Errorf("the emulated CRM has no %s", kind.Name)
	}
	return Record{}, fmt.Errorf("the emulated CRM has no record %q among its %s", id, kind.Name)
}

func (t *ObjectType) enrolledName() string { return strings.ToUpper(t.singular()) }

func (t *ObjectType) singular() string { return cmp.Or(t.Singular, t.Name) }
