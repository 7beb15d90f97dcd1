// This file holds the records of one type: found by id and by what must be unique.

package crmsim

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"
)

// table is the records of one type, in the order of their ids.
type table struct {
	kind    *ObjectType
	records []*record
	byID    map[string]*record
	// unique finds live records: by the name of a property with unique values, then by the value in lower case.
	unique map[string]map[string]*record
	// merged has, for the id of a record that was merged away, the one that it is part of now.
	merged map[string]*record
	// tell is told what happens to records; nil when nobody wants to know.
	tell func(kind string, r *record, what happened)
}

func newTable(kind *ObjectType) *table {
	return &table{
		kind: kind, byID: map[string]*record{}, unique: map[string]map[string]*record{}, merged: map[string]*record{},
	}
}

// add puts a record in, with an id after all others.
func (t *table) add(r *record) {
	t.records = append(t.records, r)
	t.byID[r.id] = r
	t.index(r, true)
}

// from are the records from an id on.
func (t *table) from(id int64) []*record {
	start, _ := slices.BinarySearchFunc(t.records, id, func(r *record, id int64) int {
		return cmp.Compare(r.number(), id)
	})
	return t.records[start:]
}

// canonical is an id as records have it.
func canonical(id string) string { return strings.TrimLeft(id, "0") }

// live is the record with the id, unless it is archived. The id of a merged record gives what it is part of.
func (t *table) live(id string) *record {
	id = canonical(id)
	r := t.byID[id]
	for r == nil && t.merged[id] != nil {
		id = t.merged[id].id
		r = t.byID[id]
	}
	if r == nil || r.archived {
		return nil
	}
	return r
}

// binned is the archived record with the id.
func (t *table) binned(id string) *record {
	if r := t.byID[canonical(id)]; r != nil && r.archived {
		return r
	}
	return nil
}

// having finds the record that is not archived and has the value of a unique property, whatever its case.
func (t *table) having(property, value string) *record {
	return t.unique[property][strings.ToLower(value)]
}

// index enters the unique values of a record, or takes them out.
func (t *table) index(r *record, in bool) {
	for name, value := range r.properties {
		if t.kind.Properties[name].Unique {
			t.indexValue(r, name, value, in)
		}
	}
}

func (t *table) indexValue(r *record, name, value string, in bool) {
	values := t.unique[name]
	if values == nil {
		values = map[string]*record{}
		t.unique[name] = values
	}
	key := strings.ToLower(value)
	switch {
	case in && key != "":
		values[key] = r
	case values[key] == r:
		delete(values, key)
	}
}

// set writes values over those of the record; nil clears a property.
func (t *table) set(r *record, values map[string]*string, now time.Time) {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		value := values[name]
		unique := t.kind.Properties[name].Unique
		old, had := r.properties[name]
		if unique && had {
			t.indexValue(r, name, old, false)
		}
		text := ""
		if value == nil {
			delete(r.properties, name)
		} else {
			text = *value
			r.properties[name] = text
		}
		if unique {
			t.indexValue(r, name, text, true)
		}
		if written := !r.updated.IsZero(); written && old != text {
			r.remember(name, old, text, now)
			t.happened(propertyChange, r, happened{PropertyName: name, PropertyValue: &text})
		}
	}
	r.updated = now
	r.properties[t.kind.Modified] = instant(now)
}

// archive moves a record to the recycling bin; what is there already stays there.
func (t *table) archive(r *record, now time.Time) {
	if r.archived {
		return
	}
	t.index(r, false)
	r.archived, r.archivedAt = true, now
	t.happened(deletion, r, happened{ChangeFlag: "DELETED"})
}

func (t *table) happened(kind string, r *record, what happened) {
	if t.tell != nil {
		t.tell(kind, r, what)
	}
}

// remove forgets a record.
func (t *table) remove(r *record) {
	t.index(r, false)
	delete(t.byID, r.id)
	t.records = slices.DeleteFunc(t.records, func(other *record) bool { return other == r })
}
