package owner

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/appsvc/svc/internal/projectfs"
)

// LockedError reports that another deploy of the environment, or other work on it, is running.
//
// On one machine a file lock excludes it, which the system releases when the process ends. Between machines a tag on
// the app worker does. The platform has no compare-and-set, so the tag cannot separate deploys that start in
// the same second.
type LockedError struct {
	Environment string
	Holder      Holder
	Age         time.Duration
	Remote      bool
	// Interrupted means that the holder is of this folder and its process has ended: waiting does not help.
	Interrupted bool
}

func (e *LockedError) Error() string {
	what := "a " + e.Holder.Work.String() + " of " + e.Environment
	if e.Interrupted {
		return what + " was interrupted"
	}
	return what + " is running"
}

// Why describes the lock's holder and age.
func (e *LockedError) Why() string {
	text := e.Holder.Work.String()
	if e.Holder.Deploy != "" {
		text += " " + e.Holder.Deploy
	}
	text += " on " + e.Holder.Host
	if e.Holder.PID != 0 {
		text += fmt.Sprintf(", process %d,", e.Holder.PID)
	}
	text += " holds the lock"
	if !e.Holder.Since.IsZero() {
		text += fmt.Sprintf(" since %s (%s ago)", e.Holder.Since.UTC().Format(time.RFC3339), e.Age.Round(time.Second))
	}
	return text
}

// LocalLock is the file lock of this machine.
type LocalLock struct{ file *os.File }

// Take takes the local lock, a file in a folder of journals. With force it replaces an existing lock, whose holder
// continues without it.
func Take(folder projectfs.Folder, environment string, me Holder, force bool) (*LocalLock, error) {
	name := environment + ".lock"
	if force {
		if err := folder.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	file, err := folder.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o644)
	if err == nil {
		if err = projectfs.Lock(file); err != nil {
			err = errors.Join(err, file.Close())
		}
	}
	if errors.Is(err, projectfs.ErrHeld) {
		return nil, heldBy(folder, environment, me.Since)
	}
	if err != nil {
		return nil, err
	}
	text, _ := json.Marshal(me) // plain data always marshals
	if err = file.Truncate(0); err == nil {
		_, err = file.WriteAt(append(text, '\n'), 0)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &LocalLock{file}, nil
}

// heldBy returns a LockedError with the holder that the lock file names.
func heldBy(folder projectfs.Folder, environment string, now time.Time) error {
	locked := &LockedError{Environment: environment, Holder: Holder{Host: "this machine"}}
	text, err := folder.ReadFile(environment + ".lock")
	if err == nil && json.Unmarshal(text, &locked.Holder) == nil {
		locked.Age = now.Sub(locked.Holder.Since)
	}
	return locked
}

// Release releases the lock. It keeps the file, because two processes could lock two files of the same name.
func (l *LocalLock) Release() error {
	return errors.Join(l.file.Truncate(0), l.file.Close())
}
