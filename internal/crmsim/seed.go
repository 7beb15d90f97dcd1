// This file fills the emulated CRM with sample records.

package crmsim

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"
)

//go:embed seed.json
var seedJSON []byte

// firstFreeID is where the ids of new records start: beyond those of the samples.
const firstFreeID = 90_000_000_000

// sample is one record of seed.json.
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

// seed puts the samples in. Their ids and times are part of the data, so they never change.
func (s *Sim) seed() error {
	s.lastID = firstFreeID
	var samples map[string][]sample
	if err := json.Unmarshal(vendorSpelling(seedJSON, s.options.PropertyPrefix), &samples); err != nil {
		return fmt.Errorf("the embedded sample records cannot be read: %w", err)
	}
	for name, records := range samples {
		kind := s.typeCalled(name)
		if kind == nil {
			return fmt.Errorf("the embedded sample records have an unknown type %q", name)
		}
		for _, one := range records {
			r := &record{id: one.ID, sample: true, created: one.Created, updated: one.Updated, properties: one.Properties}
			r.properties[kind.objectID] = r.id
			r.properties[kind.Created] = instant(one.Created)
			r.properties[kind.Modified] = instant(one.Updated)
			s.tables[kind].add(r)
		}
	}
	return s.connectSamples(samples)
}

func (s *Sim) connectSamples(samples map[string][]sample) error {
	for _, name := range slices.Sorted(maps.Keys(samples)) {
		records := s.tables[s.typeCalled(name)]
		for _, one := range samples[name] {
			for _, l := range one.Links {
				kind := s.associations.named(s.options.AssociationCategory, l.Type)
				if kind == nil || kind.From != name || s.tables[s.typeCalled(kind.To)].live(l.To) == nil {
					return fmt.Errorf(
						"the embedded sample record %s has a link that leads nowhere: type %d to %s", one.ID, l.Type, l.To,
					)
				}
				s.connect(records.live(one.ID), link{kind, s.tables[s.typeCalled(kind.To)].live(l.To)})
			}
		}
	}
	return nil
}
