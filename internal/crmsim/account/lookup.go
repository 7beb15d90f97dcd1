package account

import (
	"cmp"
	"fmt"
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

// Claims are the unique values that the checked rows of one batch will take, each with the name of its property.
type Claims map[[2]string]bool

// Claim rejects unique values that another record has, or that an earlier row of the batch claimed. Otherwise it
// adds them to the claims. The record is nil for a new one.
func (t *Table) Claim(self *Record, values map[string]*string, claimed Claims) *api.Error {
	var claims [][2]string
	for name, value := range values {
		if value == nil || !t.Type.Properties[name].Unique {
			continue
		}
		key := [2]string{name, strings.ToLower(*value)}
		owner := "a row before it"
		if other := t.ByUnique(name, *value); other != nil && other != self {
			owner = other.ID
		} else if !claimed[key] {
			claims = append(claims, key)
			continue
		}
		if name != "email" {
			message := fmt.Sprintf("%s already has the value %q of the unique property %q", owner, *value, name)
			return invalidValues([]issue{{name, *value, "CONFLICTING_UNIQUE_VALUE", message}})
		}
		kind := t.Type.EnrolledName()
		return api.Conflict("%s already exists. Existing ID: %s", kind[:1]+strings.ToLower(kind[1:]), owner)
	}
	for _, key := range claims {
		claimed[key] = true
	}
	return nil
}
