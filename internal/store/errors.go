package store

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	bolterrors "go.etcd.io/bbolt/errors"

	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/reason"
)

// Kinds of Error, for errors.Is.
var (
	ErrLocked   = errors.New("state is held by another process")
	ErrNewer    = errors.New("state is newer than this build")
	ErrDamaged  = errors.New("state is damaged")
	ErrUnusable = errors.New("state cannot be read or written")
)

// ResetCommand is the command by which users go on without state that cannot be used.
const ResetCommand = "svc dev state reset"

// Error is the reason why a state folder cannot be used, with a fix.
type Error struct {
	Kind           error
	What, Why, Fix string
}

// Error returns What and Why.
func (e *Error) Error() string {
	if e.Why == "" {
		return e.What
	}
	return e.What + ": " + e.Why
}

func (e *Error) Unwrap() error { return e.Kind }

func openError(dir projectfs.Folder, err error) error {
	var known *Error
	switch {
	case errors.As(err, &known):
		return err
	case errors.Is(err, bolterrors.ErrTimeout):
		return locked(dir)
	case errors.Is(err, bolterrors.ErrInvalid), errors.Is(err, bolterrors.ErrChecksum),
		errors.Is(err, bolterrors.ErrVersionMismatch):
		return damaged(dir, reason.Of(err))
	}
	var path *fs.PathError
	var refused *projectfs.Error
	if !errors.As(err, &path) && !errors.As(err, &refused) {
		// bbolt has no sentinel error for a file that is shorter than its first two pages.
		return damaged(dir, reason.Of(err))
	}
	return unusable(dir, err)
}

func locked(dir projectfs.Folder) error {
	holder := "another svc process"
	if pid, err := dir.ReadFile(ownerName); err == nil && len(pid) > 0 {
		holder += fmt.Sprintf(" (pid %s)", strings.TrimSpace(string(pid)))
	}
	return &Error{
		Kind: ErrLocked,
		What: fmt.Sprintf("%s holds %s", holder, dir.Path()),
		Why:  "only one process can use the state of a project at a time",
		Fix:  "wait for it or stop it, or run 'svc dev --persist=false', which keeps no state on disk",
	}
}

func newer(dir projectfs.Folder, version int) error {
	return &Error{
		Kind: ErrNewer,
		What: fmt.Sprintf("the state in %s was written by a newer svc", dir.Path()),
		Why:  fmt.Sprintf("it has schema version %d and this svc supports %d", version, schemaVersion),
		Fix:  fmt.Sprintf("upgrade svc, or delete %s to start with empty state", dir.Path()),
	}
}

func damaged(dir projectfs.Folder, why string) error {
	return &Error{
		Kind: ErrDamaged,
		What: fmt.Sprintf("the state in %s is damaged", dir.Path()),
		Why:  why,
		Fix: fmt.Sprintf(
			"run '%s' to start with empty state; it keeps the damaged file as %s, or run 'svc dev --persist=false'",
			ResetCommand, setAside(fileName, 1),
		),
	}
}

func unusable(dir projectfs.Folder, err error) error {
	if misplaced := misplacedFolder(dir); misplaced != nil {
		return misplaced
	}
	return &Error{
		Kind: ErrUnusable,
		What: fmt.Sprintf("cannot use the state folder %s", dir.Path()),
		Why:  reason.Of(err),
		Fix: "make the folder and its files readable and writable, or run '" + ResetCommand + "', which renames what " +
			"cannot be read, or run 'svc dev --persist=false', which keeps no state on disk",
	}
}

// misplacedFolder returns the error of a state folder that cannot be, since the folder of svc is a file or a link that
// leads out of the project. No command renames it. It returns nil for others.
func misplacedFolder(dir projectfs.Folder) error {
	_, err := dir.ReadDir()
	var refused *projectfs.Error
	isMisplaced := errors.As(err, &refused) || errors.Is(err, syscall.ENOTDIR)
	if !isMisplaced || projectfs.FileOf(err) != projectfs.OwnFolder {
		return nil
	}
	return &Error{
		Kind: ErrUnusable,
		What: fmt.Sprintf("cannot use the state folder %s", dir.Path()),
		Why:  reason.Of(err),
		Fix:  "remove or rename " + projectfs.OwnFolder + ", or run 'svc dev --persist=false', which keeps no state on disk",
	}
}

// UnreadableFile returns the error of a file of a state folder that another package reads. without says what the app
// does without the file: "start with ...".
func UnreadableFile(dir projectfs.Folder, name string, err error, without string) error {
	if misplaced := misplacedFolder(dir); misplaced != nil {
		return misplaced
	}
	fix := fmt.Sprintf(
		"run '%s' to start with empty state; it keeps the file as %s, or delete only this file to %s, or run "+
			"'svc dev --persist=false'", ResetCommand, setAside(name, 1), without,
	)
	if projectfs.FileOf(err) != "" {
		fix = "check its permissions, or " + fix
	}
	return &Error{Kind: ErrDamaged, What: "cannot read " + dir.File(name), Why: projectfs.Reason(err), Fix: fix}
}
