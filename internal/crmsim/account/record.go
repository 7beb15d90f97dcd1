package account

import (
	"slices"
	"strconv"
	"time"

	"github.com/appsvc/svc/internal/crmsim/api"
)

// Record is one object of the CRM.
type Record struct {
	ID         string
	Properties map[string]string // only those with a value
	Archived   bool
	Links      []Link

	created, updated, archivedAt time.Time
	// isSample marks a record that the account starts with. Its times do not say when it was added.
	isSample bool
	history  map[string][]version // of properties that a write changed, newest first
}

// View returns the record as a read shows it: the named properties and those that every read includes, null without
// a value. Unknown names are ignored, as the platform does. No names mean the defaults of the type.
func (r *Record) View(kind *ObjectType, names []string) map[string]any {
	if len(names) == 0 {
		names = kind.Defaults
	}
	properties := map[string]any{}
	for _, name := range slices.Concat(names, kind.always()) {
		if _, known := kind.Properties[name]; !known {
			continue
		}
		if value, set := r.Properties[name]; set {
			properties[name] = value
		} else {
			properties[name] = nil
		}
	}
	return r.envelope(properties)
}

// ViewAll returns the record with every property that has a value, as the response to a write shows it.
func (r *Record) ViewAll(kind *ObjectType) map[string]any {
	properties := map[string]any{}
	for name, value := range r.Properties {
		if _, known := kind.Properties[name]; known {
			properties[name] = value
		}
	}
	return r.envelope(properties)
}

func (r *Record) envelope(properties map[string]any) map[string]any {
	answer := map[string]any{
		"id": r.ID, "properties": properties,
		"createdAt": api.Stamp(r.created), "updatedAt": api.Stamp(r.updated), "archived": r.Archived,
	}
	if r.Archived {
		answer["archivedAt"] = api.Stamp(r.archivedAt)
	}
	return answer
}

// Number returns the id as a number.
func (r *Record) Number() int64 {
	number, _ := strconv.ParseInt(r.ID, 10, 64)
	return number
}

// LinksTo returns the associations with live records of an object type.
func (r *Record) LinksTo(kind *ObjectType) []Link {
	var links []Link
	for _, l := range r.Links {
		if l.Type.To == kind.Name && !l.To.Archived {
			links = append(links, l)
		}
	}
	return links
}
