// This file holds records, the tables that they are in, and how an answer shows them.

package crmsim

import (
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
}

// table is the records of one type, in the order of their ids.
type table struct {
	records []*record
	byID    map[string]*record
}

// add puts a record in, with an id after all others.
func (t *table) add(r *record) {
	t.records = append(t.records, r)
	t.byID[r.id] = r
}

// live is the record with the id, unless it is archived.
func (t *table) live(id string) *record {
	if r := t.byID[strings.TrimLeft(id, "0")]; r != nil && !r.archived {
		return r
	}
	return nil
}

// having finds the record that is not archived and has the value, whatever its case.
func (t *table) having(property, value string) *record {
	for _, r := range t.records {
		if !r.archived && strings.EqualFold(r.properties[property], value) && value != "" {
			return r
		}
	}
	return nil
}

// insert makes a record of the values, now.
func (s *Sim) insert(kind *ObjectType, values map[string]*string) *record {
	s.lastID++
	now := s.options.Now().UTC().Truncate(time.Millisecond)
	r := &record{id: strconv.FormatInt(s.lastID, 10), properties: map[string]string{}, created: now}
	r.properties[kind.objectID] = r.id
	r.properties[kind.Created] = instant(now)
	r.set(kind, values, now)
	s.tables[kind].add(r)
	return r
}

// set writes values over those of the record.
func (r *record) set(kind *ObjectType, values map[string]*string, now time.Time) {
	for name, value := range values {
		if value == nil {
			delete(r.properties, name)
		} else {
			r.properties[name] = *value
		}
	}
	r.updated = now
	r.properties[kind.Modified] = instant(now)
}

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
func (r *record) whole() map[string]any {
	properties := map[string]any{}
	for name, value := range r.properties {
		properties[name] = value
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

func (t *ObjectType) enrolledName() string {
	if t.Singular != "" {
		return strings.ToUpper(t.Singular)
	}
	return strings.ToUpper(t.Name)
}
