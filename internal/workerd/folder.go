package workerd

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/appsvc/svc/internal/projectfs"
)

// lockName is the file of a Folder that its process has locked.
const lockName = "lock"

// Folder is a temporary folder that only this user can open. If its process is killed, the next one with a folder of
// the same kind removes it.
type Folder struct {
	// Path is absolute.
	Path   string
	lock   *os.File
	remove sync.Once
}

// NewFolder makes a folder of a kind, such as svc-edge, and removes those that killed processes left.
func NewFolder(kind string) (*Folder, error) {
	sweep(os.TempDir(), kind)
	for {
		path, err := os.MkdirTemp("", kind+"-")
		if err != nil {
			return nil, err
		}
		lock, err := lockIn(path, os.O_CREATE|os.O_RDWR)
		if err == nil {
			return &Folder{Path: path, lock: lock}, nil
		}
		if !errors.Is(err, projectfs.ErrHeld) {
			return nil, errors.Join(err, os.RemoveAll(path))
		} // another process has just found it without a lock, and removes or has removed it
	}
}

// Remove removes the folder with all that it contains. It may be called several times.
func (f *Folder) Remove() {
	f.remove.Do(func() {
		_ = os.RemoveAll(f.Path)
		_ = f.lock.Close()
	})
}

// sweep removes the folders of a kind whose processes have ended. It skips those of other users, which it cannot open.
func sweep(parent, kind string) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if !entry.IsDir() || !strings.HasPrefix(entry.Name(), kind+"-") {
			continue
		}
		path := filepath.Join(parent, entry.Name())
		lock, err := lockIn(path, os.O_RDWR)
		if err != nil {
			continue // in use, not a Folder, or another user's
		}
		_ = os.RemoveAll(path)
		_ = lock.Close()
	}
}

// lockIn opens and locks the lock file of a folder. It returns projectfs.ErrHeld if another process holds the lock, or
// held it in between and has removed the folder: the lock is then on a file that no other process can open.
func lockIn(path string, flag int) (*os.File, error) {
	lock, err := os.OpenFile(filepath.Join(path, lockName), flag, 0o600)
	if err != nil {
		return nil, err
	}
	if err = projectfs.Lock(lock); err == nil {
		err = inPlace(lock)
	}
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return lock, nil
}

// inPlace returns projectfs.ErrHeld if another file, or none, has the name of an open file by now.
func inPlace(file *os.File) error {
	opened, err := file.Stat()
	if err != nil {
		return err
	}
	if named, err := os.Stat(file.Name()); err != nil || !os.SameFile(opened, named) {
		return projectfs.ErrHeld
	}
	return nil
}
