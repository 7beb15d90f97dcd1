package store

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/projectfs"
)

const (
	// spoolName is the file in the state folder to which lines are appended.
	spoolName = "records.jsonl"
	// spoolFullName is the file with older lines.
	spoolFullName = "records.full.jsonl"
	// spoolTaken begins the names of files whose lines were taken.
	spoolTaken = "records.taken-"
	// maxSpool is the size at which the file becomes the one with older lines, in bytes: about 3,000 records. At most
	// twice that is kept.
	maxSpool = 1 << 20
)

// Spooled is a group of lines that were taken from the spool.
type Spooled struct {
	// ID identifies the group. It is the same if the lines are taken again.
	ID    string
	Lines [][]byte
	dir   projectfs.Folder
}

// AppendSpool appends a line without a line break. It needs no lock, so short runs can leave records for the next
// process that opens the state.
func AppendSpool(dir projectfs.Folder, line []byte) error {
	if err := makeStateFolder(dir); err != nil {
		return err
	}
	if info, err := dir.Stat(spoolName); err == nil && info.Size() >= maxSpool {
		_ = dir.Rename(spoolName, spoolFullName) // another process may have renamed it
	}
	file, err := dir.OpenFile(spoolName, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return unusable(dir, err)
	}
	_, err = file.Write(append(slices.Clip(line), '\n')) // in one write, so that lines of two processes do not mix
	if err = errors.Join(err, file.Close()); err != nil {
		return unusable(dir, err)
	}
	return nil
}

// TakeSpool takes all lines. It returns them again until Done is called, so the caller processes each ID once. Only the
// process that holds the state may call it.
func TakeSpool(dir projectfs.Folder) ([]Spooled, error) {
	for _, name := range []string{spoolFullName, spoolName} {
		if err := dir.Rename(name, spoolTaken+rand.Text()+".jsonl"); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, unusable(dir, err)
		}
	}
	entries, err := dir.ReadDir()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, unusable(dir, err)
	}
	var all []Spooled
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), spoolTaken) {
			continue
		}
		text, err := dir.ReadFile(entry.Name())
		if errors.Is(err, fs.ErrNotExist) {
			continue // Done was called meanwhile
		}
		if err != nil {
			return nil, unusable(dir, err)
		}
		lines := bytes.Split(text, []byte("\n"))
		// After the last line break there is nothing, or a line that a full disk truncated.
		all = append(all, Spooled{ID: entry.Name(), Lines: lines[:len(lines)-1], dir: dir})
	}
	return all, nil
}

// Done deletes the lines. Another caller may have deleted them already.
func (s Spooled) Done() error {
	if err := s.dir.Remove(s.ID); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
