package store

import (
	"bytes"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

func (d *disk) get(actor, key string) (value string, found bool, err error) {
	err = d.turn(func() error {
		b, err := d.bucket(actor, false)
		if b == nil || err != nil {
			return err
		}
		raw := b.Get([]byte(key))
		value, found = string(raw), raw != nil
		return nil
	})
	return value, found, err
}

func (d *disk) put(actor, key, value string) error {
	return d.turn(func() error {
		b, err := d.bucket(actor, true)
		if err != nil {
			return unusable(d.dir, err)
		}
		return b.Put([]byte(key), []byte(value))
	})
}

func (d *disk) remove(actor, key string) error {
	return d.turn(func() error {
		b, err := d.bucket(actor, false)
		if b == nil || err != nil {
			return err
		}
		return b.Delete([]byte(key))
	})
}

func (d *disk) list(actor string, r Range) (entries []Entry, err error) {
	err = d.turn(func() error {
		b, err := d.bucket(actor, false)
		if b == nil || err != nil {
			return err
		}
		prefix, c := []byte(r.Prefix), b.Cursor()
		for k, v := c.Seek([]byte(max(r.Prefix, r.Start))); k != nil && bytes.HasPrefix(k, prefix); k, v = c.Next() {
			if r.Limit > 0 && len(entries) == r.Limit {
				break
			}
			entries = append(entries, Entry{Key: string(k), Value: string(v)})
		}
		return nil
	})
	return entries, err
}

func (d *disk) flush() error {
	return d.end(func(tx *bolt.Tx) error {
		if err := tx.Commit(); err != nil {
			return unusable(d.dir, fmt.Errorf("cannot write the state: %w", err))
		}
		return nil
	})
}

func (d *disk) discard() error { return d.end((*bolt.Tx).Rollback) }

func (d *disk) end(how func(*bolt.Tx) error) error {
	tx := d.tx
	d.tx, d.buckets = nil, nil
	if tx == nil {
		return d.broken
	}
	return d.guard(func() error { return how(tx) })
}

func (d *disk) close() error {
	if d.bolt == nil || d.discard() != nil {
		// After damage bbolt may hold its internal locks, so Close could hang. The end of the process releases the
		// file. A new file in its place is not affected.
		return nil
	}
	_ = d.dir.Remove(ownerName)
	return d.guard(d.bolt.Close)
}
