package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Examine returns an *Error if the state in the folder dir cannot be used. Without state, found is false. It creates no
// files.
func Examine(dir string) (found bool, err error) {
	if _, err := os.Stat(filepath.Join(dir, fileName)); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	db, err := Open(dir, time.Millisecond)
	if err != nil {
		return true, err
	}
	return true, db.Close()
}
