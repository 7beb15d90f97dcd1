package store

import (
	"errors"
	"io/fs"
	"syscall"
	"time"

	"github.com/appsvc/svc/internal/projectfs"
)

// Exists reports whether the folder dir has state, or a file that keeps this from being known. It opens nothing.
func Exists(dir projectfs.Folder) bool {
	_, err := dir.Stat(fileName)
	return err == nil || !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR)
}

// Examine returns an *Error if the state in the folder dir cannot be used. Without state, found is false. It creates no
// files.
func Examine(dir projectfs.Folder) (found bool, err error) {
	if _, err := dir.Stat(fileName); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	db, err := Open(dir, time.Millisecond)
	if err != nil {
		return true, err
	}
	return true, db.Close()
}
