package store

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Snapshot is the whole state of a project.
type Snapshot struct {
	Actors []ActorState `json:"actors"` // sorted
}

// ActorState is what one actor stores. The values are JSON.
type ActorState struct {
	Class string `json:"class"`
	Name  string `json:"name"`
	// Alarm is when the actor wakes up, in Unix milliseconds; nil for never.
	Alarm   *int64                     `json:"alarm,omitempty"`
	Entries map[string]json.RawMessage `json:"entries"`
}

// Snapshot returns the state as it is in this turn.
func (db *DB) Snapshot() (*Snapshot, error) {
	alarms, err := db.Alarms()
	if err != nil {
		return nil, err
	}
	at, seen := map[Actor]int64{}, map[Actor]bool{}
	var all []Actor
	for _, alarm := range alarms {
		at[alarm.Actor], seen[alarm.Actor] = alarm.At, true
		all = append(all, alarm.Actor)
	}
	tables, err := db.engine.tableNames()
	if err != nil {
		return nil, err
	}
	for _, id := range tables {
		if a := actorOf(id); id != alarmsTable && !seen[a] {
			all = append(all, a)
		}
	}
	slices.SortFunc(all, func(a, b Actor) int { return strings.Compare(a.id(), b.id()) })
	s := &Snapshot{Actors: []ActorState{}}
	for _, a := range all {
		entries, err := db.List(a, Range{})
		if err != nil {
			return nil, err
		}
		state := ActorState{Class: a.Class, Name: a.Name, Entries: map[string]json.RawMessage{}}
		if alarm, set := at[a]; set {
			state.Alarm = &alarm
		}
		for _, entry := range entries {
			if !json.Valid([]byte(entry.Value)) {
				return nil, fmt.Errorf("the value of %q in %s %q is not JSON", entry.Key, a.Class, a.Name)
			}
			state.Entries[entry.Key] = json.RawMessage(entry.Value)
		}
		if len(entries) > 0 || state.Alarm != nil {
			s.Actors = append(s.Actors, state)
		}
	}
	return s, nil
}

// Restore replaces the whole state, and ends the turn.
func (db *DB) Restore(s *Snapshot) error {
	tables, err := db.engine.tableNames()
	if err != nil {
		return err
	}
	for _, table := range tables {
		entries, err := db.engine.list(table, Range{})
		if err != nil {
			return err
		}
		for _, entry := range entries {
			if err := db.write(table, entry.Key, nil); err != nil {
				return err
			}
		}
	}
	for _, state := range s.Actors {
		a := Actor{Class: state.Class, Name: state.Name}
		for key, value := range state.Entries {
			if err := db.Put(a, key, string(value)); err != nil {
				return fmt.Errorf("%s %q: %w", a.Class, a.Name, err)
			}
		}
		if state.Alarm != nil {
			if err := db.SetAlarm(a, *state.Alarm); err != nil {
				return err
			}
		}
	}
	return db.Flush()
}

// tableNames implements engine.
func (d *disk) tableNames() (names []string, err error) {
	err = d.turn(func() error {
		tables := d.tx.Bucket(tableBucket)
		if tables == nil {
			return nil
		}
		return tables.ForEachBucket(func(name []byte) error {
			names = append(names, string(name))
			return nil
		})
	})
	return names, err
}

// tableNames implements engine.
func (m *memory) tableNames() (names []string, err error) {
	for name := range m.tables {
		names = append(names, name)
	}
	return names, nil
}
