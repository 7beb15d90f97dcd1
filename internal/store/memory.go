package store

import (
	"sort"
	"strings"
)

// OpenMemory returns a DB in memory.
func OpenMemory() *DB { return &DB{engine: &memory{tables: map[string]*memoryTable{}}} }

// memory is the tables, with the former values of entries that the turn changed.
type memory struct {
	tables map[string]*memoryTable
	turn   []change
}

// memoryTable has sorted keys for listing.
type memoryTable struct {
	keys   []string
	values map[string]string
}

func (m *memory) table(name string) *memoryTable {
	t := m.tables[name]
	if t == nil {
		t = &memoryTable{values: map[string]string{}}
		m.tables[name] = t
	}
	return t
}

func (m *memory) get(actor, key string) (string, bool, error) {
	value, found := m.table(actor).values[key]
	return value, found, nil
}

func (m *memory) put(actor, key, value string) error {
	m.remember(actor, key)
	m.table(actor).set(key, value)
	return nil
}

func (m *memory) remove(actor, key string) error {
	m.remember(actor, key)
	m.table(actor).unset(key)
	return nil
}

func (m *memory) remember(actor, key string) {
	old, existed := m.table(actor).values[key]
	m.turn = append(m.turn, change{table: actor, key: key, value: old, existed: existed})
}

func (m *memory) list(actor string, r Range) ([]Entry, error) {
	t := m.table(actor)
	var entries []Entry
	for _, key := range t.keys[sort.SearchStrings(t.keys, max(r.Prefix, r.Start)):] {
		if !strings.HasPrefix(key, r.Prefix) || r.Limit > 0 && len(entries) == r.Limit {
			break
		}
		entries = append(entries, Entry{Key: key, Value: t.values[key]})
	}
	return entries, nil
}

func (m *memory) flush() error {
	m.turn = nil
	return nil
}

func (m *memory) discard() error {
	for i := len(m.turn) - 1; i >= 0; i-- {
		if c := m.turn[i]; c.existed {
			m.table(c.table).set(c.key, c.value)
		} else {
			m.table(c.table).unset(c.key)
		}
	}
	m.turn = nil
	return nil
}

func (m *memory) close() error { return nil }

func (t *memoryTable) set(key, value string) {
	if _, found := t.values[key]; !found {
		at := sort.SearchStrings(t.keys, key)
		t.keys = append(t.keys, "")
		copy(t.keys[at+1:], t.keys[at:])
		t.keys[at] = key
	}
	t.values[key] = value
}

func (t *memoryTable) unset(key string) {
	if _, found := t.values[key]; found {
		at := sort.SearchStrings(t.keys, key)
		t.keys = append(t.keys[:at], t.keys[at+1:]...)
		delete(t.values, key)
	}
}
