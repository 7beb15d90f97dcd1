// This file is the lag of the search index: what a search sees of a record is what it was a while ago.

package crmsim

import "time"

// indexed is the record as the index has it; nil when it is not there yet, or no more.
func (s *Sim) indexed(kind *ObjectType, r *record) *record {
	if s.options.SearchLag == 0 {
		if r.archived {
			return nil
		}
		return r
	}
	return r.asOf(kind, s.options.Clock.Now().Add(-s.options.SearchLag))
}

// asOf is the record as it was; nil before it was made, and when it was archived by then.
func (r *record) asOf(kind *ObjectType, at time.Time) *record {
	switch {
	case !r.sample && r.created.After(at) || r.archived && !r.archivedAt.After(at):
		return nil
	case len(r.history) == 0 || !r.updated.After(at):
		return r.unarchived()
	}
	old := *r.unarchived()
	old.properties, old.updated = map[string]string{}, r.created
	for name, value := range r.properties {
		old.properties[name] = value
	}
	for name, versions := range r.history {
		value, since := valueAt(versions, at)
		if value == "" {
			delete(old.properties, name)
		} else {
			old.properties[name] = value
		}
		if since.After(old.updated) {
			old.updated = since
		}
	}
	old.properties[kind.Modified] = instant(old.updated)
	return &old
}

func (r *record) unarchived() *record {
	if !r.archived {
		return r
	}
	live := *r
	live.archived = false
	return &live
}

// valueAt is the value at a time, and since when it was; "" for none. The newest version is the first.
func valueAt(versions []version, at time.Time) (string, time.Time) {
	for _, v := range versions {
		if !v.at.After(at) {
			return v.value, v.at
		}
	}
	return "", time.Time{}
}
