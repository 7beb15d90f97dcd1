package account

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/crmsim/api"
)

// Given is a record that somebody wrote down, such as in a fixture, or that an account exported.
type Given struct {
	ID           string            `json:"id"`
	Properties   map[string]string `json:"properties,omitempty"`
	Associations []GivenLink       `json:"associations,omitempty"`
}

// GivenLink is an association of a given record.
type GivenLink struct {
	// To is the object type and the id of the other record: "companies/201".
	To    string `json:"to"`
	Label string `json:"label,omitempty"`
}

// GivenError is a mistake in given records.
type GivenError struct {
	// Type is the object type as it was given, Index that of the record; -1 if the mistake is in the type.
	Type   string
	Index  int
	Reason string
	// Name is the unknown name, if that is the mistake, and Known are those that could be meant.
	Name  string
	Known []string
}

func (e *GivenError) Error() string {
	if e.Index < 0 {
		return fmt.Sprintf("records of %q: %s", e.Type, e.Reason)
	}
	return fmt.Sprintf("record %d of %q: %s", e.Index+1, e.Type, e.Reason)
}

// Replace replaces all records of the given object types. Associations with the former records end. It reports no
// changes. Errors are *GivenError.
func (a *Account) Replace(all map[string][]Given) error {
	report := a.OnChange
	a.OnChange = nil
	defer func() { a.OnChange = report }()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		table, unknown := a.Named(name)
		if unknown != nil {
			return &GivenError{
				Type: name, Index: -1, Name: name, Known: a.typeNames(),
				Reason: fmt.Sprintf("the emulated CRM has no object type %q", name),
			}
		}
		table.empty()
		for i, given := range all[name] {
			if err := table.restore(given); err != nil {
				err.Type, err.Index = name, i
				return err
			}
		}
		slices.SortFunc(table.records, func(a, b *Record) int { return int(a.Number() - b.Number()) })
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		for i, given := range all[name] {
			for _, link := range given.Associations {
				if err := a.connectGiven(a.tableNamed(name), given.ID, link); err != nil {
					err.Type, err.Index = name, i
					return err
				}
			}
		}
	}
	return nil
}

func (a *Account) typeNames() (names []string) {
	for _, kind := range a.types {
		names = append(names, kind.Name)
	}
	return names
}

// empty removes all records.
func (t *Table) empty() {
	for _, r := range slices.Clone(t.records) {
		for _, l := range slices.Clone(r.Links) {
			t.account.Disconnect(r, l.To, nil)
		}
		t.remove(r)
	}
	clear(t.merged)
}

// restore adds a given record without associations. Its times are those of its properties, or now.
func (t *Table) restore(given Given) *GivenError {
	id := CanonicalID(given.ID)
	switch {
	case t.byID[id] != nil:
		return &GivenError{Reason: fmt.Sprintf("the id %q is used twice", given.ID)}
	case id == "" || len(id) > 18 || strings.Trim(id, "0123456789") != "":
		return &GivenError{Reason: fmt.Sprintf("invalid id %q: expected a whole number from 1", given.ID)}
	}
	now := t.account.now()
	r := &Record{ID: id, isSample: true, Properties: map[string]string{}, created: now, updated: now}
	for _, as := range slices.Sorted(maps.Keys(given.Properties)) {
		name := t.Type.PropertyNamed(as)
		property, known := t.Type.Properties[name]
		if !known {
			return &GivenError{
				Name: name, Known: slices.Sorted(maps.Keys(t.Type.Properties)),
				Reason: fmt.Sprintf("%s have no property %q", t.Type.Name, name),
			}
		}
		if given.Properties[as] == "" {
			continue
		}
		value, invalid := property.normalize(name, given.Properties[as])
		if invalid != nil {
			return &GivenError{Reason: fmt.Sprintf("property %q: %s", name, invalid.message)}
		}
		if other := t.ByUnique(name, value); property.Unique && other != nil {
			return &GivenError{Reason: fmt.Sprintf("record %s has the value %q of %q, too", other.ID, value, name)}
		}
		r.Properties[name] = value
	}
	r.created = timeOf(r.Properties[t.Type.Created], now)
	r.updated = timeOf(r.Properties[t.Type.Modified], r.created)
	r.Properties[t.Type.idProperty] = r.ID
	r.Properties[t.Type.Created] = api.Instant(r.created)
	r.Properties[t.Type.Modified] = api.Instant(r.updated)
	t.add(r)
	t.account.lastID = max(t.account.lastID, r.Number())
	return nil
}

func timeOf(text string, otherwise time.Time) time.Time {
	if at, isTime := api.ParseTime(text); isTime {
		return at
	}
	return otherwise
}

func (a *Account) connectGiven(from *Table, id string, link GivenLink) *GivenError {
	name, other, _ := strings.Cut(link.To, "/")
	to := a.tableNamed(name)
	if to == nil || to.Live(other) == nil {
		return &GivenError{Reason: fmt.Sprintf("association to %q: the emulated CRM has no such record", link.To)}
	}
	var labels []string
	for _, t := range a.associations.all {
		if t.From != from.Type.Name || t.To != to.Type.Name {
			continue
		}
		if t.Label == link.Label {
			a.Connect(from.Live(id), Link{t, to.Live(other)})
			return nil
		}
		labels = append(labels, t.Label)
	}
	if link.Label != "" && labels != nil {
		return &GivenError{
			Name: link.Label, Known: labels,
			Reason: fmt.Sprintf("association to %q: unknown label %q", link.To, link.Label),
		}
	}
	return &GivenError{Reason: fmt.Sprintf("association to %q: %s cannot be associated with %s",
		link.To, from.Type.Name, to.Type.Name)}
}

// Export returns the live records by object type, in the form of Replace.
func (a *Account) Export() map[string][]Given {
	all := map[string][]Given{}
	for _, kind := range a.types {
		records := []Given{}
		for _, r := range a.tables[kind].records {
			if !r.Archived {
				records = append(records, r.given(kind))
			}
		}
		all[kind.Name] = records
	}
	return all
}

func (r *Record) given(kind *ObjectType) Given {
	given := Given{ID: r.ID, Properties: maps.Clone(r.Properties)}
	delete(given.Properties, kind.idProperty)
	for _, l := range r.Links {
		// Connecting adds the default type and the other direction.
		hasLabel := func(o Link) bool { return o.To == l.To && o.Type.Label != "" }
		if l.To.Archived || l.Type.Label == "" && slices.ContainsFunc(r.Links, hasLabel) {
			continue
		}
		given.Associations = append(given.Associations, GivenLink{l.Type.To + "/" + l.To.ID, l.Type.Label})
	}
	return given
}

// Known returns the records without types and properties that the account does not have.
func (a *Account) Known(all map[string][]Given) map[string][]Given {
	known := map[string][]Given{}
	for name, records := range all {
		table, unknown := a.Named(name)
		if unknown != nil {
			continue
		}
		kept := make([]Given, len(records))
		for i, given := range records {
			kept[i] = given
			kept[i].Properties = maps.Clone(given.Properties)
			maps.DeleteFunc(kept[i].Properties, func(property, _ string) bool {
				return !table.Type.has(table.Type.PropertyNamed(property))
			})
		}
		known[name] = kept
	}
	return known
}
