package account

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/crmsim/api"
)

// Table holds the records of one object type.
type Table struct {
	Type *ObjectType

	account *Account
	records []*Record // by id
	byID    map[string]*Record
	// unique has live records by the name of a property with unique values, then by the value in lower case.
	unique map[string]map[string]*Record
	// merged has, by the id of a record that was merged into another, the other one.
	merged map[string]*Record
}

func newTable(a *Account, kind *ObjectType) *Table {
	return &Table{
		Type: kind, account: a,
		byID: map[string]*Record{}, unique: map[string]map[string]*Record{}, merged: map[string]*Record{},
	}
}

// add adds a record with an id above all others.
func (t *Table) add(r *Record) {
	t.records = append(t.records, r)
	t.byID[r.ID] = r
	t.index(r, true)
}

// Insert adds a new record with the values.
func (t *Table) Insert(values map[string]*string) *Record {
	now := t.account.now()
	r := &Record{ID: t.account.nextID(), Properties: map[string]string{}, created: now}
	r.Properties[t.Type.idProperty] = r.ID
	r.Properties[t.Type.Created] = api.Instant(now)
	t.add(r)
	t.update(r, values, now)
	t.changed(Change{Kind: Creation, Record: r, ChangeFlag: "CREATED"})
	return r
}

// Update sets values of a record; nil clears a property.
func (t *Table) Update(r *Record, values map[string]*string) { t.update(r, values, t.account.now()) }

func (t *Table) update(r *Record, values map[string]*string, now time.Time) {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		value := values[name]
		unique := t.Type.Properties[name].Unique
		old, had := r.Properties[name]
		if unique && had {
			t.indexValue(r, name, old, false)
		}
		text := ""
		if value == nil {
			delete(r.Properties, name)
		} else {
			text = t.Type.Properties[name].written(name, old, *value)
			r.Properties[name] = text
		}
		if unique {
			t.indexValue(r, name, text, true)
		}
		if isNew := r.updated.IsZero(); !isNew && old != text {
			r.remember(name, old, text, now)
			t.changed(Change{Kind: PropertyChange, Record: r, PropertyName: name, PropertyValue: &text})
		}
	}
	r.updated = now
	r.Properties[t.Type.Modified] = api.Instant(now)
}

// Archive moves the record with the id to the recycling bin. It reports whether there is one, archived or not.
func (t *Table) Archive(id string) bool {
	r := t.byID[CanonicalID(id)]
	if r != nil {
		t.ArchiveRecord(r)
	}
	return r != nil
}

// ArchiveRecord moves a record to the recycling bin, unless it is there.
func (t *Table) ArchiveRecord(r *Record) {
	if r.Archived {
		return
	}
	t.index(r, false)
	r.Archived, r.archivedAt = true, t.account.now()
	t.changed(Change{Kind: Deletion, Record: r, ChangeFlag: "DELETED"})
}

// Merge moves the values and associations of another record to a record. The other record's id then leads to the
// record, except in batch updates.
func (t *Table) Merge(into, other *Record) {
	t.remove(other)
	values := map[string]*string{}
	for name, value := range other.Properties {
		if _, has := into.Properties[name]; !has {
			values[name] = &value
		}
	}
	t.Update(into, values)
	for _, l := range slices.Clone(other.Links) {
		t.account.Disconnect(other, l.To, nil)
		if l.To != into {
			t.account.Connect(into, l)
		}
	}
	t.merged[other.ID] = into
	moved := len(values)
	t.changed(Change{
		Kind: Merging, Record: into, PrimaryObjectID: into.Number(), MergedObjectIDs: []int64{other.Number()},
		NewObjectID: into.Number(), NumberOfPropertiesMoved: &moved,
	})
}

// IsMerged reports whether the record with the id was merged into another one.
func (t *Table) IsMerged(id string) bool { return t.merged[CanonicalID(id)] != nil }

// remove forgets a record.
func (t *Table) remove(r *Record) {
	t.index(r, false)
	delete(t.byID, r.ID)
	t.records = slices.DeleteFunc(t.records, func(other *Record) bool { return other == r })
}

func (t *Table) changed(change Change) {
	change.Type = t.Type
	t.account.changed(change)
}

// Multiply returns the first n live records of the table, by id. It adds copies of the present records, or records
// without values, if there are fewer. Copies are not reported as changes.
func (t *Table) Multiply(n int) []*Record {
	report := t.account.OnChange
	t.account.OnChange = nil
	defer func() { t.account.OnChange = report }()
	var models, live []*Record
	for _, r := range t.records {
		if !r.Archived {
			models, live = append(models, r), append(live, r)
		}
	}
	for i := 0; len(live) < n; i++ {
		var values map[string]string
		if len(models) > 0 {
			values = models[i%len(models)].Properties
		}
		live = append(live, t.addCopy(values))
	}
	return live[:n]
}

// addCopy adds a record with the values. Unique values get the record's id.
func (t *Table) addCopy(values map[string]string) *Record {
	kind, copied := t.Type, map[string]*string{}
	for name, value := range values {
		if name != kind.idProperty && name != kind.Created && name != kind.Modified {
			copied[name] = &value
		}
	}
	r := t.Insert(copied)
	r.isSample = true
	for name, value := range copied {
		if kind.Properties[name].Unique {
			t.Update(r, map[string]*string{name: distinct(*value, r.ID)})
		}
	}
	return r
}

// distinct returns a value that is unique to a record. An email address stays valid.
func distinct(value, id string) *string {
	local, domain, isAddress := strings.Cut(value, "@")
	value += "-" + id
	if isAddress {
		value = local + "+" + id + "@" + domain
	}
	return &value
}
