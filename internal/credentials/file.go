// This file is the file of secrets: JSON that only its owner can read.

package credentials

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"
)

// fileForm is the content of the file.
type fileForm struct {
	SchemaVersion int               `json:"schemaVersion"`
	Secrets       map[string]string `json:"secrets"`
}

// FileError says why the file cannot be used, and what to do.
type FileError struct {
	Path, Why, Fix string
	Err            error
}

func (e *FileError) Error() string { return "cannot use " + e.Path + ": " + e.Why }

func (e *FileError) Unwrap() error { return e.Err }

// readFile reads the secrets; none when there is no file.
func readFile(path string) (map[string]string, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return map[string]string{}, nil
	}
	if err != nil {
		return nil, unusable(path, err)
	}
	// Windows has no such bits; there the folder is the user's own.
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return nil, &FileError{
			Path: path, Why: fmt.Sprintf("others can read it (mode %04o)", info.Mode().Perm()),
			Fix: "run 'chmod 600 " + path + "', and replace its tokens if somebody else uses this machine",
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, unusable(path, err)
	}
	var form fileForm
	if err := json.Unmarshal(text, &form); err != nil || form.SchemaVersion != 1 {
		return nil, &FileError{
			Path: path, Why: "it is damaged, or of a newer svc", Fix: "remove it and log in again",
		} // the cause could quote a secret
	}
	if form.Secrets == nil {
		form.Secrets = map[string]string{}
	}
	return form.Secrets, nil
}

const (
	// nextPause is how long to wait for another process that writes the file, and nextTries how often: after that it
	// has died, since writing takes milliseconds.
	nextPause = 100 * time.Millisecond
	nextTries = 50
)

// changeFile replaces the file as a whole: who reads at the same time, or after a crash, finds the old or the new one.
// The new file is its own lock, which only one process can make: no other one's secret is lost.
func changeFile(path string, after func(time.Duration) <-chan time.Time, change func(map[string]string)) error {
	if path == "" {
		return &FileError{
			Path: "a file for secrets", Why: "the environment names no home folder",
			Fix: "set HOME, or pass secrets in the environment",
		}
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return unusable(path, err)
	}
	next := path + ".next"
	file, err := createNext(next, after)
	if err != nil {
		return unusable(path, err)
	}
	secrets, err := readFile(path)
	if err == nil {
		change(secrets)
		err = writeNext(file, secrets)
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(next, path)
	}
	if err != nil {
		_ = os.Remove(next) // what counts is why
	}
	var told *FileError
	if err == nil || errors.As(err, &told) {
		return err
	}
	return unusable(path, err)
}

// createNext makes the new file once nobody else writes one.
func createNext(next string, after func(time.Duration) <-chan time.Time) (*os.File, error) {
	for try := 1; ; try++ {
		file, err := os.OpenFile(next, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
		if try%nextTries == 0 {
			_ = os.Remove(next) // of a process that has died; the next try tells
			continue
		}
		<-after(nextPause)
	}
}

func writeNext(file *os.File, secrets map[string]string) error {
	text, err := json.MarshalIndent(fileForm{1, secrets}, "", "  ")
	if err != nil {
		return err
	}
	_, err = file.Write(append(text, '\n'))
	return errors.Join(err, file.Sync())
}

func unusable(path string, err error) error {
	why := err
	var inner *fs.PathError
	if errors.As(err, &inner) {
		why = inner.Err
	}
	return &FileError{Path: path, Why: why.Error(), Fix: "check the folder and who owns it", Err: err}
}

// DefaultFile is where the file is on this system; "" when the environment names no folder for it.
func DefaultFile(getenv func(string) string) string { return defaultFile(runtime.GOOS, getenv) }

func defaultFile(system string, getenv func(string) string) string {
	folder := getenv("XDG_CONFIG_HOME")
	home := getenv("HOME")
	switch {
	case system == "windows":
		folder = getenv("AppData")
	case filepath.IsAbs(folder):
	case home == "":
		folder = ""
	case system == "darwin":
		folder = filepath.Join(home, "Library", "Application Support")
	default:
		folder = filepath.Join(home, ".config")
	}
	if folder == "" {
		return ""
	}
	return filepath.Join(folder, "svc", "credentials.json")
}
