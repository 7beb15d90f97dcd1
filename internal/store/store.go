// Package store keeps the state of the local host: an ordered key/value table and one alarm per actor, in one bbolt
// file or in memory. It is the only importer of bbolt.
//
// Work is done in turns. Flush makes all writes of a turn durable in one commit. A killed process leaves the state of
// its last Flush. Within a turn, Begin, Commit and Rollback delimit the transactions of an actor.
//
// The package does not know what the values mean. A DB belongs to one goroutine, the event loop of the state VM. Start
// at Open or OpenMemory, then DB.
package store

import (
	"errors"
	"fmt"
	"strings"
)

// Limits of one entry, in bytes of UTF-8. The actor port promises them on every host.
const (
	MaxKeyBytes   = 2 << 10
	MaxValueBytes = 1 << 20
)

// Actor identifies an actor.
type Actor struct{ Class, Name string }

func (a Actor) id() string { return a.Class + "\x00" + a.Name }

// actorOf is the inverse of Actor.id.
func actorOf(id string) Actor {
	class, name, _ := strings.Cut(id, "\x00")
	return Actor{Class: class, Name: name}
}

// Entry is one key with its value.
type Entry struct{ Key, Value string }

// Range selects entries. The zero Range selects all.
type Range struct {
	Prefix string
	Start  string // the first key; "" for all
	Limit  int    // 0 for no limit
}

// Alarm is the time at which an actor wakes up.
type Alarm struct {
	Actor Actor
	At    int64 // Unix milliseconds
}

// engine stores the entries, on disk or in memory. Keys are ordered by bytes.
type engine interface {
	get(actor, key string) (string, bool, error)
	put(actor, key, value string) error
	remove(actor, key string) error
	list(actor string, r Range) ([]Entry, error)
	// tableNames returns the ids of actors that may have entries, and alarmsTable.
	tableNames() ([]string, error)
	flush() error
	discard() error
	close() error
}

// alarmsTable is the table of the alarms, with one entry per actor. Actor ids contain a NUL, so none equals it.
const alarmsTable = "alarms"

// DB is the state of one project.
type DB struct {
	engine engine
	dirty  bool
	// undo has the values that open transactions overwrote, marks its length at each Begin.
	undo  []change
	marks []int
}

// change is the value of an entry before a write.
type change struct {
	table, key, value string
	existed           bool
}

// Get returns the value of a key.
func (db *DB) Get(a Actor, key string) (value string, found bool, err error) {
	return db.engine.get(a.id(), key)
}

// Put sets the value of a key.
func (db *DB) Put(a Actor, key, value string) error {
	switch {
	case a.Class == "" || strings.Contains(a.Class, "\x00"):
		return fmt.Errorf("invalid actor class %q", a.Class)
	case key == "":
		return errors.New("invalid key: expected at least 1 byte")
	case len(key) > MaxKeyBytes:
		return fmt.Errorf("invalid key of %d bytes: expected at most %d", len(key), MaxKeyBytes)
	case len(value) > MaxValueBytes:
		return fmt.Errorf("invalid value of %q with %d bytes: expected at most %d", key, len(value), MaxValueBytes)
	}
	return db.write(a.id(), key, &value)
}

// Delete removes a key and reports whether it existed.
func (db *DB) Delete(a Actor, key string) (bool, error) {
	_, found, err := db.engine.get(a.id(), key)
	if err != nil || !found {
		return false, err
	}
	return true, db.write(a.id(), key, nil)
}

// List returns the entries that r selects, ordered by the bytes of their keys.
func (db *DB) List(a Actor, r Range) ([]Entry, error) { return db.engine.list(a.id(), r) }
