package store

import "errors"

// write sets a value, or removes the key if value is nil. It records the former value for a rollback.
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

// Begin opens a transaction in the turn. Transactions nest.
func (db *DB) Begin() { db.marks = append(db.marks, len(db.undo)) }

// Commit keeps the writes of the innermost transaction. The next Flush makes them durable.
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

// Rollback undoes the writes of the innermost transaction.
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

// Flush ends the turn and makes its writes durable in one commit. It undoes open transactions, which only a VM that
// died in them leaves.
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

// Dirty reports whether the turn has writes.
func (db *DB) Dirty() bool { return db.dirty }

// Discard ends the turn and drops its writes.
func (db *DB) Discard() error {
	db.undo, db.marks, db.dirty = nil, nil, false
	return db.engine.discard()
}

// Close drops writes since the last Flush and closes the file.
func (db *DB) Close() error {
	return errors.Join(db.Discard(), db.engine.close())
}
