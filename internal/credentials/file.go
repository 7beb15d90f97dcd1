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

	"github.com/appsvc/svc/internal/reason"
)

// fileForm is the file's JSON form.
type fileForm struct {
	SchemaVersion int               `json:"schemaVersion"`
	Secrets       map[string]string `json:"secrets"`
}

// FileError says why the file cannot be used and how to fix it.
type FileError struct {
	Path, Why, Fix string
	Err            error
}

func (e *FileError) Error() string { return "cannot use " + e.Path + ": " + e.Why }

func (e *FileError) Unwrap() error { return e.Err }

// readFile returns the stored secrets, or an empty map if the file does not exist.
func readFile(path string) (map[string]string, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return map[string]string{}, nil
	}
	if err != nil {
		return nil, unusable(path, err)
	}
	// Windows has no permission bits; the folder belongs to the user.
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return nil, &FileError{
			Path: path, Why: fmt.Sprintf("other users can read it (mode %04o)", info.Mode().Perm()),
			Fix: "run 'chmod 600 " + path + "', and replace its tokens if other people use this machine",
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, unusable(path, err)
	}
	var form fileForm
	if err := json.Unmarshal(text, &form); err != nil || form.SchemaVersion != 1 {
		return nil, &FileError{
			Path: path, Why: "it is damaged or was written by a newer svc", Fix: "remove it and log in again",
		} // the cause could quote a secret
	}
	if form.Secrets == nil {
		form.Secrets = map[string]string{}
	}
	return form.Secrets, nil
}

const (
	// nextPause is the wait between attempts to lock the file, and nextTries the number of attempts. A writer needs
	// milliseconds, so a lock that is older (5 s) belongs to a process that died.
	nextPause = 100 * time.Millisecond
	nextTries = 50
)

// changeFile replaces the file atomically. The new file is also the lock: only one process can create it, so
// simultaneous changes are not lost.
func changeFile(path string, after func(time.Duration) <-chan time.Time, change func(map[string]string)) error {
	if path == "" {
		return &FileError{
			Path: "a file for secrets", Why: "the environment has no home folder",
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
		_ = os.Remove(next) // the first error is reported
	}
	var fileError *FileError
	if err == nil || errors.As(err, &fileError) {
		return err
	}
	return unusable(path, err)
}

// createNext creates the new file, and waits while another process holds it.
func createNext(next string, after func(time.Duration) <-chan time.Time) (*os.File, error) {
	for try := 1; ; try++ {
		file, err := os.OpenFile(next, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
		if try%nextTries == 0 {
			_ = os.Remove(next) // left by a process that died
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
	return &FileError{Path: path, Why: reason.Of(why), Fix: "check that the folder exists and belongs to you", Err: err}
}

// DefaultFile returns the file's path on this system, or "" if the environment has no home folder.
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
