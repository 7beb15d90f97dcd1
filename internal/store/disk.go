// This file keeps state in a bbolt file: one bucket an actor, one writing transaction a turn.

package store

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"time"

	bolt "go.etcd.io/bbolt"
)

const (
	// fileName is the state file inside the state folder.
	fileName = "actors.db"
	// ownerName is the file that says which process holds the state.
	ownerName = "owner"
	// schemaVersion is the layout of the file that this build writes and reads.
	schemaVersion = 1
)

var (
	metaBucket  = []byte("meta")
	schemaKey   = []byte("schema")
	tableBucket = []byte("tables")
)

// Open opens the state in the folder dir and makes it when it is missing. Another process that
// holds it is waited for up to the given time, which is what short runs side by side need.
func Open(dir string, wait time.Duration) (*DB, error) {
	if err := makeStateFolder(dir); err != nil {
		return nil, err
	}
	d := &disk{dir: dir}
	err := d.guard(func() (err error) {
		// A timeout of zero would wait for ever.
		d.bolt, err = bolt.Open(filepath.Join(dir, fileName), 0o600, &bolt.Options{Timeout: max(wait, time.Millisecond)})
		return err
	})
	if err != nil {
		return nil, openError(dir, err)
	}
	if err := d.examine(); err != nil {
		_ = d.close() // what is wrong with the file is the news
		return nil, err
	}
	// Only to tell another process who holds the state; nothing depends on it.
	_ = os.WriteFile(filepath.Join(dir, ownerName), []byte(strconv.Itoa(os.Getpid())), 0o600)
	return &DB{engine: d}, nil
}

// disk is a bbolt file and the transaction of the turn, which begins with the first access.
type disk struct {
	dir     string
	bolt    *bolt.DB
	tx      *bolt.Tx
	buckets map[string]*bolt.Bucket
	broken  error
}

// examine refuses a file that is cut off or that a newer build has written.
func (d *disk) examine() error {
	return d.turn(func() error {
		if info, err := os.Stat(d.bolt.Path()); err != nil {
			return unusable(d.dir, err)
		} else if info.Size() < d.tx.Size() {
			return damaged(d.dir, fmt.Sprintf("the file has %d of its %d bytes", info.Size(), d.tx.Size()))
		}
		meta := d.tx.Bucket(metaBucket)
		if meta == nil {
			return nil // A new file is stamped with its first commit.
		}
		text := string(meta.Get(schemaKey))
		version, err := strconv.Atoi(text)
		switch {
		case err != nil || version < 1:
			return damaged(d.dir, fmt.Sprintf("its schema version is %q", text))
		case version > schemaVersion:
			return newer(d.dir, version)
		}
		return nil
	})
}

// turn runs fn inside the turn's transaction, which it begins when there is none.
func (d *disk) turn(fn func() error) error {
	return d.guard(func() (err error) {
		if d.tx == nil {
			if d.tx, err = d.bolt.Begin(true); err != nil {
				return unusable(d.dir, err)
			}
			d.buckets = map[string]*bolt.Bucket{}
		}
		return fn()
	})
}

// guard runs fn and makes an error of what bbolt does on a damaged file: it panics, or reads
// memory beyond the end of the file. After that nothing more is asked of the file.
func (d *disk) guard(fn func() error) (err error) {
	if d.broken != nil {
		return d.broken
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			d.broken = damaged(d.dir, fmt.Sprint(r))
			err = d.broken
		}
	}()
	return fn()
}

// bucket is the actor's bucket; nil when it has none and create is false.
func (d *disk) bucket(actor string, create bool) (*bolt.Bucket, error) {
	if b := d.buckets[actor]; b != nil {
		return b, nil
	}
	tables := d.tx.Bucket(tableBucket)
	if tables == nil {
		if !create {
			return nil, nil
		}
		meta, err := d.tx.CreateBucketIfNotExists(metaBucket)
		if err != nil {
			return nil, err
		}
		if err := meta.Put(schemaKey, []byte(strconv.Itoa(schemaVersion))); err != nil {
			return nil, err
		}
		if tables, err = d.tx.CreateBucketIfNotExists(tableBucket); err != nil {
			return nil, err
		}
	}
	b := tables.Bucket([]byte(actor))
	if b == nil && create {
		var err error
		if b, err = tables.CreateBucket([]byte(actor)); err != nil {
			return nil, err
		}
	}
	if b != nil {
		d.buckets[actor] = b
	}
	return b, nil
}

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
			return unusable(d.dir, fmt.Errorf("the state could not be written: %w", err))
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
		// After damage bbolt's inner locks may still be held, so its Close could hang. The end of
		// the process frees the file; a file made anew in its place is another file.
		return nil
	}
	_ = os.Remove(filepath.Join(d.dir, ownerName))
	return d.guard(d.bolt.Close)
}
