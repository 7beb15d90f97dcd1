package account

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/crmsim/api"
)

// From returns the records from an id on, archived ones included, by id.
func (t *Table) From(id int64) []*Record {
	start, _ := slices.BinarySearchFunc(t.records, id, func(r *Record, id int64) int {
		return cmp.Compare(r.Number(), id)
	})
	return t.records[start:]
}

// CanonicalID removes leading zeros from an id.
func CanonicalID(id string) string { return strings.TrimLeft(id, "0") }

// Live returns the record with the id, or nil if there is none or it is archived. The id of a merged record leads to
// the record that it was merged into.
func (t *Table) Live(id string) *Record {
	id = CanonicalID(id)
	r := t.byID[id]
	for r == nil && t.merged[id] != nil {
		id = t.merged[id].ID
		r = t.byID[id]
	}
	if r == nil || r.Archived {
		return nil
	}
	return r
}

// Archived returns the archived record with the id, or nil.
func (t *Table) Archived(id string) *Record {
	if r := t.byID[CanonicalID(id)]; r != nil && r.Archived {
		return r
	}
	return nil
}

// ByUnique returns the live record with the value of a unique property in any case, or nil.
func (t *Table) ByUnique(property, value string) *Record {
	return t.unique[property][strings.ToLower(value)]
}

// index adds the unique values of a record to the index, or removes them.
func (t *Table) index(r *Record, add bool) {
	for name, value := range r.Properties {
		if t.Type.Properties[name].Unique {
			t.indexValue(r, name, value, add)
		}
	}
}

func (t *Table) indexValue(r *Record, name, value string, add bool) {
	values := t.unique[name]
	if values == nil {
		values = map[string]*Record{}
		t.unique[name] = values
	}
	key := strings.ToLower(value)
	switch {
	case add && key != "":
		values[key] = r
	case values[key] == r:
		delete(values, key)
	}
}

// NoRecord returns a 404 for an id without a record.
func NoRecord(id string) *api.Error {
	message := "resource not found"
	if id == "" || strings.Trim(id, "0123456789") != "" {
		message = "Object not found.  objectId are usually numeric."
	}
	return &api.Error{
		Status: http.StatusNotFound, Category: "OBJECT_NOT_FOUND", Message: message,
		Context: map[string][]string{"id": {id}},
	}
}
