package account

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/appsvc/svc/internal/crmsim/api"
)

//go:embed samples.json
var samplesJSON []byte

// firstFreeID is the id before that of the first new record. The ids of the samples are smaller.
const firstFreeID = 90_000_000_000

// sample is one record of samples.json. Ids and times are part of the data, so that they never change.
type sample struct {
	ID         string            `json:"id"`
	Created    time.Time         `json:"created"`
	Updated    time.Time         `json:"updated"`
	Properties map[string]string `json:"properties"`
	Links      []struct {
		To   string `json:"to"`
		Type int    `json:"type"`
	} `json:"links"`
}

// addSamples adds the sample records and their associations.
func (a *Account) addSamples() error {
	a.lastID = firstFreeID
	var samples map[string][]sample
	if err := json.Unmarshal(a.options.vendorSpelling(samplesJSON), &samples); err != nil {
		return fmt.Errorf("cannot read the embedded sample records: %w", err)
	}
	for name, records := range samples {
		table, unknown := a.Table(name)
		if unknown != nil {
			return fmt.Errorf("invalid sample records: unknown object type %q", name)
		}
		for _, s := range records {
			r := &Record{ID: s.ID, isSample: true, created: s.Created, updated: s.Updated, Properties: s.Properties}
			table.Type.dropInvalid(r.Properties)
			r.Properties[table.Type.idProperty] = r.ID
			r.Properties[table.Type.Created] = api.Instant(s.Created)
			r.Properties[table.Type.Modified] = api.Instant(s.Updated)
			table.add(r)
		}
	}
	return a.connectSamples(samples)
}

func (a *Account) connectSamples(samples map[string][]sample) error {
	for _, name := range slices.Sorted(maps.Keys(samples)) {
		for _, s := range samples[name] {
			for _, l := range s.Links {
				t := a.associations.byID(a.options.AssociationCategory, l.Type)
				if t == nil || t.From != name || a.tableNamed(t.To).Live(l.To) == nil {
					return fmt.Errorf("invalid sample record %s: cannot associate it with %s by type %d", s.ID, l.To, l.Type)
				}
				a.Connect(a.tableNamed(name).Live(s.ID), Link{t, a.tableNamed(t.To).Live(l.To)})
			}
		}
	}
	return nil
}

// Fill adds copies of the sample records, until each object type that has samples has n records. It does not report
// them as changes.
func (a *Account) Fill(n int) {
	for _, kind := range a.types {
		if table := a.tables[kind]; len(table.records) > 0 {
			table.Multiply(n)
		}
	}
}
