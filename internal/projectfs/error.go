package projectfs

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"github.com/appsvc/svc/internal/reason"
)

// Kinds of refusal: use errors.Is. A missing file is fs.ErrNotExist, and errors of the system are *fs.PathError.
var (
	ErrOutside    = errors.New("outside the project")
	ErrProtected  = errors.New("protected file")
	ErrNotRegular = errors.New("not a regular file")
	ErrTooLarge   = errors.New("file too large")
	ErrBudget     = errors.New("too many bytes read")
	ErrNotUTF8    = errors.New("not UTF-8")
)

// Error is a file that is not opened because of what it is or where it leads.
type Error struct {
	// Path is as the caller gave it, or absolute.
	Path string
	Kind error
	// Reason completes "cannot open <file>: ". It does not quote the file.
	Reason string
}

func (e *Error) Error() string { return fmt.Sprintf("cannot open %q: %s", e.Path, e.Reason) }

func (e *Error) Unwrap() error { return e.Kind }

// Reason returns why a file cannot be read, without its path.
func Reason(err error) string {
	var refused *Error
	if errors.As(err, &refused) {
		return refused.Reason
	}
	var system *fs.PathError
	if errors.As(err, &system) {
		return reason.Of(system.Err)
	}
	return reason.Of(err)
}

// Fix says what makes a file readable: an imperative sentence.
func Fix(err error) string {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return "change its permissions, so that svc may read it"
	case errors.Is(err, ErrNotUTF8):
		return "save it as UTF-8 text"
	case errors.Is(err, ErrOutside):
		return "replace it with a file inside the project"
	case errors.Is(err, ErrNotRegular):
		return "replace it with a file, or remove it"
	case errors.Is(err, ErrTooLarge), errors.Is(err, ErrBudget):
		return "replace it with a smaller file"
	}
	return "check that it is a file that svc may read"
}

// WriteFix says what makes a file writable: room on a full disk, and otherwise the fix of the caller.
func WriteFix(err error, otherwise string) string {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return "free space on its disk, then run the command again"
	}
	return otherwise
}

// FileOf returns the file that an error is about, or "".
func FileOf(err error) string {
	var refused *Error
	var system *fs.PathError
	switch {
	case errors.As(err, &refused):
		return refused.Path
	case errors.As(err, &system):
		return system.Path
	}
	return ""
}

// named sets the path of an error to the name that the caller used.
func named(name string, err error) error {
	var refused *Error
	if errors.As(err, &refused) {
		return &Error{Path: name, Kind: refused.Kind, Reason: refused.Reason}
	}
	var system *fs.PathError
	if errors.As(err, &system) {
		return &fs.PathError{Op: system.Op, Path: name, Err: system.Err}
	}
	return err
}

// readable returns the error of what is not a regular file of at most MaxFile bytes.
func readable(path string, info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return &Error{Path: path, Kind: ErrNotRegular, Reason: "it is " + kindOf(info.Mode()) + ": expected a file"}
	}
	if info.Size() > MaxFile {
		return tooLarge(path, MaxFile)
	}
	return nil
}

func circle(path string) error {
	return &Error{Path: path, Kind: ErrNotRegular, Reason: "its symbolic links lead in a circle"}
}

func notFolder(path string, info fs.FileInfo) error {
	return &Error{Path: path, Kind: ErrNotRegular, Reason: "it is " + kindOf(info.Mode()) + ": expected a folder"}
}

func tooLarge(path string, limit int64) error {
	size := fmt.Sprintf("%d bytes", limit)
	if limit >= 1<<20 {
		size = fmt.Sprintf("%d MB", limit>>20)
	}
	return &Error{Path: path, Kind: ErrTooLarge, Reason: "it has more than " + size}
}

func kindOf(mode fs.FileMode) string {
	switch {
	case mode.IsRegular():
		return "a file"
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	case mode&fs.ModeSymlink != 0:
		return "a symbolic link"
	}
	return "a special file"
}
