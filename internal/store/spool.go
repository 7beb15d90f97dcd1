// This file keeps lines that short runs leave for whoever opens the state next: appending one needs no lock,
// and takes no time.

package store

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	// spoolName is the file in the state folder that lines are appended to.
	spoolName = "records.jsonl"
	// spoolFullName has older lines, once there were too many.
	spoolFullName = "records.full.jsonl"
	// spoolTaken begins the names of the files whose lines are being taken.
	spoolTaken = "records.taken-"
	// maxSpool is how large the file grows, in bytes: some 3,000 records. Twice that is kept at most, the
	// newest.
	maxSpool = 1 << 20
)

// Spooled are lines that were taken out of the spool.
type Spooled struct {
	// ID is the same when the same lines are taken again, and unlike that of all others.
	ID    string
	Lines [][]byte
	path  string
}

// AppendSpool appends a line, which has no line break in it. Several processes may do so at once.
func AppendSpool(dir string, line []byte) error {
	if err := makeStateFolder(dir); err != nil {
		return err
	}
	path := filepath.Join(dir, spoolName)
	if info, err := os.Stat(path); err == nil && info.Size() >= maxSpool {
		_ = os.Rename(path, filepath.Join(dir, spoolFullName)) // another process may just have done it
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return unusable(dir, err)
	}
	_, err = file.Write(append(slices.Clip(line), '\n')) // in one write: lines of two processes do not mix
	if err = errors.Join(err, file.Close()); err != nil {
		return unusable(dir, err)
	}
	return nil
}

// TakeSpool takes all lines. They come again until Done is called: who takes them does
// nothing twice for an ID. Only the holder of the state may call it.
func TakeSpool(dir string) ([]Spooled, error) {
	for _, name := range []string{spoolFullName, spoolName} {
		taken := filepath.Join(dir, spoolTaken+rand.Text()+".jsonl")
		if err := os.Rename(filepath.Join(dir, name), taken); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, unusable(dir, err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, unusable(dir, err)
	}
	var all []Spooled
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), spoolTaken) {
			continue
		}
		path := filepath.Join(dir, entry.Name())
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue // done with meanwhile
		}
		if err != nil {
			return nil, unusable(dir, err)
		}
		lines := bytes.Split(text, []byte("\n"))
		// What follows the last line break is nothing, or a line that a full disk has cut off.
		all = append(all, Spooled{ID: entry.Name(), Lines: lines[:len(lines)-1], path: path})
	}
	return all, nil
}

// Done forgets the lines; who has taken them at the same time may have done so before.
func (s Spooled) Done() error {
	if err := os.Remove(s.path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
