package store

import (
	"errors"
	"io/fs"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/projectfs"
)

// Reset removes the state in the folder dir, with the inputs and records beside it. State that another process holds is
// an error; damaged state and that of a newer build are removed, too.
func Reset(dir projectfs.Folder) error {
	if _, err := dir.Stat(fileName); err == nil {
		db, err := Open(dir, time.Millisecond)
		switch {
		case errors.Is(err, ErrLocked):
			return err
		case err == nil:
			if err := db.Close(); err != nil {
				return err
			}
		}
	}
	if err := removeFiles(dir.Sub(lastInputFolder), func(string) bool { return true }); err != nil {
		return err
	}
	return removeFiles(dir, func(name string) bool {
		return name == fileName || name == ownerName || strings.HasPrefix(name, "records.")
	})
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
