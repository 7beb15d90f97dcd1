package account

import (
	"maps"
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

// AsOf returns the record as it was at a time. It returns nil if the record did not exist or was archived by then.
func (r *Record) AsOf(kind *ObjectType, at time.Time) *Record {
	switch {
	case !r.isSample && r.created.After(at) || r.Archived && !r.archivedAt.After(at):
		return nil
	case len(r.history) == 0 || !r.updated.After(at):
		return r.unarchived()
	}
	old := *r.unarchived()
	old.Properties, old.updated = maps.Clone(r.Properties), r.created
	for name, versions := range r.history {
		value, since := valueAt(versions, at)
		if value == "" {
			delete(old.Properties, name)
		} else {
			old.Properties[name] = value
		}
		if since.After(old.updated) {
			old.updated = since
		}
	}
	old.Properties[kind.Modified] = api.Instant(old.updated)
	return &old
}

func (r *Record) unarchived() *Record {
	if !r.Archived {
		return r
	}
	live := *r
	live.Archived = false
	return &live
}

// valueAt returns the value at a time and the time of its write. Versions are ordered newest first.
func valueAt(versions []version, at time.Time) (string, time.Time) {
	for _, v := range versions {
		if !v.at.After(at) {
			return v.value, v.at
		}
	}
	return "", time.Time{}
}

const (
	// MaxHistory is the number of records with histories in one list or batch, from the platform's documentation.
	MaxHistory = 50
	// keptVersions is the number of versions of a property that a read shows, from the platform's documentation.
	keptVersions = 20
)

// version is one value of a property.
type version struct {
	value string
	at    time.Time
}

// remember adds a value to the history of a property. The first write to a record needs no entry.
func (r *Record) remember(name, old, value string, at time.Time) {
	if r.history == nil {
		r.history = map[string][]version{}
	}
	before := r.history[name]
	if len(before) == 0 && old != "" {
		before = []version{{old, r.created}}
	}
	versions := append([]version{{value, at}}, before...)
	r.history[name] = versions[:min(len(versions), keptVersions)]
}

// AddHistory adds the histories of the named properties to a view of the record. Unknown names are ignored.
func (r *Record) AddHistory(view map[string]any, kind *ObjectType, names []string) {
	if len(names) == 0 {
		return
	}
	all := map[string]any{}
	for _, name := range names {
		if _, known := kind.Properties[name]; !known {
			continue
		}
		shown := []any{}
		for _, v := range r.versions(name) {
			entry := map[string]any{"value": v.value, "timestamp": api.Stamp(v.at), "sourceType": "INTEGRATION"}
			shown = append(shown, entry)
		}
		all[name] = shown
	}
	view["propertiesWithHistory"] = all
}

// versions returns the values of a property, newest first.
func (r *Record) versions(name string) []version {
	if versions := r.history[name]; len(versions) > 0 {
		return versions
	}
	if value, set := r.Properties[name]; set {
		return []version{{value, r.created}}
	}
	return nil
}
