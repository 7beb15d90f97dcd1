package store

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/projectfs"
)

// Reset removes the state in the folder dir, with the inputs and records beside it. State that another process holds is
// an error, and that of a newer build is removed, too. What cannot be read as state is renamed instead, and Reset
// returns its new names.
func Reset(dir projectfs.Folder) (kept []string, err error) {
	if err := misplacedFolder(dir); err != nil {
		return nil, err
	}
	if _, err := dir.Stat(fileName); err == nil {
		db, err := Open(dir, time.Millisecond)
		switch {
		case errors.Is(err, ErrLocked):
			return nil, err
		case errors.Is(err, ErrDamaged), errors.Is(err, ErrUnusable):
			name, err := SetAside(dir, fileName)
			if err != nil {
				return nil, unusable(dir, err)
			}
			kept = append(kept, name)
		case err == nil:
			if err := db.Close(); err != nil {
				return nil, err
			}
		}
	}
	if err := removeFiles(dir.Sub(lastInputFolder), func(string) bool { return true }); err != nil {
		return kept, err
	}
	return kept, removeFiles(dir, func(name string) bool {
		return name == fileName || name == ownerName || strings.HasPrefix(name, "records.")
	})
}

// maxAside is how many names are tried for a file that is kept.
const maxAside = 1000

// setAside returns the nth name under which a file is kept that cannot be read.
func setAside(name string, n int) string {
	if n == 1 {
		return name + ".damaged"
	}
	return fmt.Sprintf("%s.damaged-%d", name, n)
}

// SetAside renames a file or folder that cannot be read, and returns the new name. It replaces nothing.
func SetAside(dir projectfs.Folder, name string) (kept string, err error) {
	for n := range maxAside {
		kept = setAside(name, n+1)
		if _, err := dir.Stat(kept); errors.Is(err, fs.ErrNotExist) {
			return kept, dir.Rename(name, kept)
		}
	}
	return "", fmt.Errorf("there are %d files such as %s", maxAside, kept)
}

func removeFiles(dir projectfs.Folder, wanted func(name string) bool) error {
	entries, err := dir.ReadDir()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return unusable(dir, err)
	}
	for _, entry := range entries {
		if entry.IsDir() || !wanted(entry.Name()) {
			continue
		}
		if err := dir.Remove(entry.Name()); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return unusable(dir, err)
		}
	}
	return nil
}
