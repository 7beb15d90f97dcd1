package store

import (
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/appsvc/svc/internal/projectfs"
)

const (
	// fileName is the state file inside the state folder.
	fileName = "actors.db"
	// ownerName is the file with the id of the process that holds the state.
	ownerName = "owner"
	// schemaVersion is the version of the file layout that this build reads and writes.
	schemaVersion = 1
)

var (
	metaBucket  = []byte("meta")
	schemaKey   = []byte("schema")
	tableBucket = []byte("tables")
)

// Open opens the state in the folder dir, or creates it. If another process holds the state, Open waits for up to the
// given time, so that short runs can share it.
func Open(dir projectfs.Folder, wait time.Duration) (*DB, error) {
	if err := makeStateFolder(dir); err != nil {
		return nil, err
	}
	d := &disk{dir: dir}
	err := d.guard(func() (err error) {
		// A timeout of 0 waits indefinitely.
		d.bolt, err = bolt.Open(fileName, 0o600, &bolt.Options{
			Timeout: max(wait, time.Millisecond), OpenFile: d.dir.OpenFile,
		})
		return err
	})
	if err != nil {
		return nil, openError(dir, err)
	}
	if err := d.examine(); err != nil {
		_ = d.close() // err is more important
		return nil, err
	}
	// For the error message of another process only.
	_ = dir.WriteFile(ownerName, []byte(strconv.Itoa(os.Getpid())), 0o600)
	return &DB{engine: d}, nil
}

// disk is a bbolt file with one bucket per actor. The first access of a turn begins its transaction.
type disk struct {
	dir     projectfs.Folder
	bolt    *bolt.DB
	tx      *bolt.Tx
	buckets map[string]*bolt.Bucket
	broken  error
}

// examine rejects a file that is truncated or was written by a newer build.
func (d *disk) examine() error {
	return d.turn(func() error {
		if info, err := d.dir.Stat(fileName); err != nil {
			return unusable(d.dir, err)
		} else if info.Size() < d.tx.Size() {
			return damaged(d.dir, fmt.Sprintf("the file has %d of its %d bytes", info.Size(), d.tx.Size()))
		}
		meta := d.tx.Bucket(metaBucket)
		if meta == nil {
			return nil // the first commit of a new file writes it
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

// turn runs fn in the transaction of the turn, which it begins if necessary.
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

// guard runs fn and returns an error if the file is damaged. bbolt then panics, or reads memory beyond the end of the
// file. The file is not used afterwards.
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

// bucket returns the actor's bucket. Without create it returns nil if there is none.
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
