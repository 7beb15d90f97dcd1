// Package store keeps the state of the development host: an ordered key/value table and one alarm
// for each actor, in one bbolt file or in memory. It is the only importer of bbolt.
//
// Work is done in turns. Everything written since the last Flush becomes durable as one commit, or
// not at all: a process that is killed leaves the state of its last Flush. Inside a turn, Begin,
// Commit and Rollback bracket the part that an actor's transaction may undo.
//
// The package knows nothing of JavaScript or of what the values mean. A DB belongs to one
// goroutine: the event loop of the state VM.
// Start at Open or OpenMemory, then DB.
package store

import (
	"errors"
	"fmt"
	"strings"
)

// Limits of one entry, in bytes of UTF-8. They are those that the actor port promises on every host.
const (
	MaxKeyBytes   = 2 << 10
	MaxValueBytes = 1 << 20
)

// Actor names one actor: its class and the name that it was asked for by.
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
	Start  string // the first key that may be listed
	Limit  int    // 0 means no limit
}

// Alarm is the time that an actor wants to be woken at.
type Alarm struct {
	Actor Actor
	At    int64 // Unix milliseconds
}

// engine is what keeps the entries: bbolt (disk.go) or maps (memory.go). Keys order by bytes.
type engine interface {
	get(actor, key string) (string, bool, error)
	put(actor, key, value string) error
	remove(actor, key string) error
	list(actor string, r Range) ([]Entry, error)
	flush() error
	discard() error
	close() error
}

// alarmsTable is the table that holds the alarms, one entry an actor. No actor id looks like it:
// those have a NUL in them.
const alarmsTable = "alarms"

// DB is the state of one project.
type DB struct {
	engine engine
	dirty  bool
	// undo has what the open transactions have overwritten; marks has its length at each Begin.
	undo  []change
	marks []int
}

// change is the value that an entry had before it was written.
type change struct {
	table, key, value string
	existed           bool
}

// Get reads the value of a key.
func (db *DB) Get(a Actor, key string) (value string, found bool, err error) {
	return db.engine.get(a.id(), key)
}

// Put writes the value of a key.
func (db *DB) Put(a Actor, key, value string) error {
	switch {
	case a.Class == "" || strings.Contains(a.Class, "\x00"):
		return fmt.Errorf("%q is no actor class", a.Class)
	case key == "":
		return errors.New("a key cannot be empty")
	case len(key) > MaxKeyBytes:
		return fmt.Errorf("a key of %d bytes is too long: keys have at most %d", len(key), MaxKeyBytes)
	case len(value) > MaxValueBytes:
		return fmt.Errorf("the value of %q has %d bytes: values have at most %d", key, len(value), MaxValueBytes)
	}
	return db.write(a.id(), key, &value)
}

// Delete removes a key and reports whether it was there.
func (db *DB) Delete(a Actor, key string) (bool, error) {
	_, found, err := db.engine.get(a.id(), key)
	if err != nil || !found {
		return false, err
	}
	return true, db.write(a.id(), key, nil)
}

// List reads the entries that r selects, in the order of their keys' bytes.
func (db *DB) List(a Actor, r Range) ([]Entry, error) { return db.engine.list(a.id(), r) }

// write puts a value, or removes the key when value is nil, and remembers what was there.
func (db *DB) write(table, key string, value *string) error {
	if len(db.marks) > 0 {
		old, existed, err := db.engine.get(table, key)
		if err != nil {
			return err
		}
		db.undo = append(db.undo, change{table: table, key: key, value: old, existed: existed})
	}
	db.dirty = true
	if value == nil {
		return db.engine.remove(table, key)
	}
	return db.engine.put(table, key, *value)
}

// Begin opens a transaction inside the turn. Transactions nest.
func (db *DB) Begin() { db.marks = append(db.marks, len(db.undo)) }

// Commit keeps what the innermost transaction wrote; it is durable after the next Flush.
func (db *DB) Commit() error {
	if len(db.marks) == 0 {
		return errors.New("no transaction is open")
	}
	db.marks = db.marks[:len(db.marks)-1]
	if len(db.marks) == 0 {
		db.undo = nil
	}
	return nil
}

// Rollback undoes what the innermost transaction wrote.
func (db *DB) Rollback() error {
	if len(db.marks) == 0 {
		return errors.New("no transaction is open")
	}
	mark := db.marks[len(db.marks)-1]
	db.marks = db.marks[:len(db.marks)-1]
	for i := len(db.undo) - 1; i >= mark; i-- {
		c := db.undo[i]
		var err error
		if c.existed {
			err = db.engine.put(c.table, c.key, c.value)
		} else {
			err = db.engine.remove(c.table, c.key)
		}
		if err != nil {
			return err
		}
	}
	db.undo = db.undo[:mark]
	return nil
}

// Flush ends the turn: what was written becomes durable in one commit. A transaction that is still
// open can have been left only by a VM that died in it, so it is undone.
func (db *DB) Flush() error {
	for len(db.marks) > 0 {
		if err := db.Rollback(); err != nil {
			return err
		}
	}
	if !db.dirty {
		return db.engine.discard()
	}
	db.dirty = false
	return db.engine.flush()
}

// Dirty reports whether anything was written that Flush has to make durable.
func (db *DB) Dirty() bool { return db.dirty }

// Discard ends the turn and forgets all that it wrote.
func (db *DB) Discard() error {
	db.undo, db.marks, db.dirty = nil, nil, false
	return db.engine.discard()
}

// Close forgets what was not flushed and lets go of the file.
func (db *DB) Close() error {
	return errors.Join(db.Discard(), db.engine.close())
}
