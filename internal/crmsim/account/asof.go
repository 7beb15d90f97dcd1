package account

import (
	"maps"
	"time"

	"github.com/appsvc/svc/internal/crmsim/api"
)

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
