package store

import (
	"errors"
	"io/fs"
	"time"

	"github.com/appsvc/svc/internal/projectfs"
)

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
