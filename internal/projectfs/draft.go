package projectfs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"runtime"
	"strings"
	"syscall"
)

// maxDrafts is how many processes can replace a file at the same time.
const maxDrafts = 16

// draftInfix is in the name of each draft.
const draftInfix = ".svc-draft-"

// Draft is the new content of a file that does not have its name yet. A killed process leaves its drafts, which are
// removed when the same file is written again: their names are fixed, and the lock on a draft ends with its process.
type Draft struct {
	root       *os.Root
	name, file string
	opened     *os.File
}

// newDraft writes a draft next to a file that is regular or does not exist.
func newDraft(root *os.Root, file string, text []byte, mode fs.FileMode) (*Draft, error) {
	if old, err := root.Lstat(file); err == nil && !old.Mode().IsRegular() {
		return nil, notRegular(file, old)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for n := range 2 * maxDrafts {
		d := &Draft{root: root, name: draftName(file, n/2), file: file} // each name twice: it can be abandoned
		var err error
		d.opened, err = createLocked(root, d.name, d.name)
		if errors.Is(err, ErrHeld) {
			continue
		}
		if err != nil {
			return nil, err
		}
		_, err = d.opened.Write(text)
		if err = errors.Join(err, d.opened.Chmod(mode)); err != nil {
			return nil, errors.Join(err, d.Close())
		}
		return d, nil
	}
	return nil, tooManyDrafts(file)
}

// Sync makes the content durable: without it, a crash of the machine can leave an empty file.
func (d *Draft) Sync() error { return d.opened.Sync() }

// Commit gives the draft the name of its file.
func (d *Draft) Commit() error {
	err := d.root.Rename(d.name, d.file)
	if err == nil {
		d.name = ""
	}
	return err
}

// Create is Commit for a file that does not exist. Of several processes, one succeeds: the error of the others is
// fs.ErrExist.
func (d *Draft) Create() error {
	err := d.root.Link(d.name, d.file)
	if err == nil {
		if d.root.Remove(d.name) == nil { // otherwise Close tries again
			d.name = ""
		}
		return nil
	}
	if errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, err := d.root.Lstat(d.file); err == nil {
		return &fs.PathError{Op: "create", Path: d.file, Err: fs.ErrExist}
	}
	return d.Commit() // the file system has no hard links
}

// Close removes the draft if it was not committed.
func (d *Draft) Close() error {
	var err error
	if d.name != "" {
		err = d.root.Remove(d.name)
	}
	return errors.Join(err, d.opened.Close())
}

// replace writes a file by rename.
func replace(root *os.Root, file string, text []byte, mode fs.FileMode) error {
	d, err := newDraft(root, file, text, mode)
	if err != nil {
		return err
	}
	return errors.Join(d.Commit(), d.Close())
}

// DraftFolder creates an empty folder next to a file or folder. Call remove at the end. If the process is killed, the
// next call for the same name removes what is left.
func DraftFolder(root *os.Root, name string) (draft string, remove func(), err error) {
	for n := range 2 * maxDrafts {
		draft = draftName(name, n/2)
		if err := root.Mkdir(draft, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
			return "", nil, err
		}
		file, err := createLocked(root, path.Join(draft, "lock"), draft)
		if err == nil {
			return draft, func() { _ = errors.Join(root.RemoveAll(draft), file.Close()) }, nil // cleaning up is optional
		}
		if !errors.Is(err, ErrHeld) && !errors.Is(err, fs.ErrNotExist) {
			return "", nil, err
		}
	}
	return "", nil, tooManyDrafts(name)
}

// createLocked creates and locks a file. If it exists, createLocked removes the draft that the file belongs to, if its
// process has ended, and returns ErrHeld.
func createLocked(root *os.Root, name, draft string) (*os.File, error) {
	file, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) || errors.Is(err, syscall.ENOTDIR) {
		discard(root, name, draft)
		return nil, ErrHeld
	}
	if err != nil {
		return nil, err
	}
	if lockDraft(file) == nil && isStill(root, name, file) {
		return file, nil
	}
	return nil, errors.Join(ErrHeld, file.Close()) // another process took it for abandoned
}

func tooManyDrafts(name string) error {
	return fmt.Errorf("cannot write %q: %d processes are writing it", name, maxDrafts)
}

// draftName returns the name of the n-th draft of a file or folder.
func draftName(name string, n int) string {
	return path.Join(path.Dir(name), fmt.Sprintf(".%s%s%d", path.Base(name), draftInfix, n))
}

// IsDraft reports whether a file or folder of this name is a draft.
func IsDraft(name string) bool {
	return strings.HasPrefix(name, ".") && strings.Contains(name, draftInfix)
}

// discard removes a draft whose process does not hold the lock, or what is in its place.
func discard(root *os.Root, lock, draft string) {
	if info, err := root.Lstat(lock); err == nil && info.Mode().IsRegular() {
		file, err := openRegular(root, lock, os.O_RDONLY, 0)
		if err != nil {
			return
		}
		defer func() { _ = file.Close() }() // releases the lock, after the draft is removed
		if lockDraft(file) != nil {
			return
		}
	}
	_ = root.RemoveAll(draft) // if it stays, the next name is used
}

// isStill reports whether a name refers to an open file.
func isStill(root *os.Root, name string, file *os.File) bool {
	named, err := root.Lstat(name)
	if err != nil {
		return false
	}
	opened, err := file.Stat()
	return err == nil && os.SameFile(named, opened)
}

// lockDraft locks a draft. On Windows the system does not remove open files, so no lock is needed.
func lockDraft(file *os.File) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	return Lock(file)
}

// sweep removes the drafts in a folder whose processes have ended.
func sweep(root *os.Root, folder string) error {
	opened, err := root.Open(folder) // an fs.FS takes only names of valid UTF-8
	if err != nil {
		return err
	}
	entries, err := opened.ReadDir(-1)
	err = errors.Join(err, opened.Close())
	for _, entry := range entries {
		name := path.Join(folder, entry.Name())
		switch {
		case !IsDraft(entry.Name()):
		case entry.IsDir():
			discard(root, path.Join(name, "lock"), name)
		default:
			discard(root, name, name)
		}
	}
	return err
}
