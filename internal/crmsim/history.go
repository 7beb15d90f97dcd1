// This file holds what the properties of a record were before, for reads that ask for their history.

package crmsim

import "time"

// maxHistory is how many records a list or a batch may show with histories; the platform's documentation.
const maxHistory = 50

// versionsKept is how many versions of one property an answer shows; the platform's documentation.
const versionsKept = 20

// version is one value of a property.
type version struct {
	value string
	at    time.Time
}

// remember notes that a write gave a property another value. What a record is made with needs no note.
func (r *record) remember(name, old, value string, at time.Time) {
	if r.history == nil {
		r.history = map[string][]version{}
	}
	before := r.history[name]
	if len(before) == 0 && old != "" {
		before = []version{{old, r.created}}
	}
	versions := append([]version{{value, at}}, before...)
	r.history[name] = versions[:min(len(versions), versionsKept)]
}

// withHistory adds to a record's view the histories of the named properties.
func (r *record) withHistory(view map[string]any, kind *ObjectType, names []string) {
	if len(names) == 0 {
		return
	}
	all := map[string]any{}
	for _, name := range names {
		if _, known := kind.Properties[name]; !known {
			continue // as in view
		}
		shown := []any{}
		for _, v := range r.versions(name) {
			shown = append(shown, map[string]any{"value": v.value, "timestamp": stamp(v.at), "sourceType": "INTEGRATION"})
		}
		all[name] = shown
	}
	view["propertiesWithHistory"] = all
}

// versions are those that writes made, or the value that the record was made with.
func (r *record) versions(name string) []version {
	if versions := r.history[name]; len(versions) > 0 {
		return versions
	}
	if value, set := r.properties[name]; set {
		return []version{{value, r.created}}
	}
	return nil
}
