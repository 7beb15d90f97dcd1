// This file looks at a state folder without leaving a trace.

package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Examine says what is wrong with the state in the folder dir, an *Error; nil when it can be used, or when there
// is none yet (found is false then). It makes nothing.
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
