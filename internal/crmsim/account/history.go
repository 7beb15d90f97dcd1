package account

import (
	"time"

	"github.com/appsvc/svc/internal/crmsim/api"
)

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
