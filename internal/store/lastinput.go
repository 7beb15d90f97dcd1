package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// lastInputFolder is the folder in the state folder with one file per capability. Inputs are not in the table, because
// repeating an input must not need the lock.
const lastInputFolder = "last-input"

// LastInput is the input of the last invocation of a capability, as given.
type LastInput struct {
	Input   json.RawMessage `json:"input,omitempty"`
	Object  json.RawMessage `json:"object,omitempty"`
	Install json.RawMessage `json:"install,omitempty"`
}

// lastInputPath returns the file of a capability. It escapes names from the user's source, so that they cannot lead out
// of the folder.
func lastInputPath(dir string, name []string) string {
	escaped := make([]string, len(name))
	for i, part := range name {
		escaped[i] = strings.ReplaceAll(url.PathEscape(part), ".", "%2E")
	}
	return filepath.Join(dir, lastInputFolder, strings.Join(escaped, ".")+".json")
}

// SaveLastInput stores the input of a capability, whose name is given in parts. Only the user can read the file,
// because inputs contain real data.
func SaveLastInput(dir string, name []string, input LastInput) error {
	text, err := json.Marshal(input)
	if err != nil {
		return err
	}
	path := lastInputPath(dir, name)
	if err := makeStateFolder(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return unusable(dir, err)
	}
	// Renaming is atomic: a killed process leaves the old input or the new one.
	next, err := os.CreateTemp(filepath.Dir(path), ".next-*") // readable by the user only
	if err != nil {
		return unusable(dir, err)
	}
	_, err = next.Write(text)
	if err = errors.Join(err, next.Close()); err == nil {
		err = os.Rename(next.Name(), path)
	}
	if err != nil {
		_ = os.Remove(next.Name())
		return unusable(dir, err)
	}
	return nil
}

// ReadLastInput returns the stored input of a capability.
func ReadLastInput(dir string, name []string) (input LastInput, found bool, err error) {
	path := lastInputPath(dir, name)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return LastInput{}, false, nil
	}
	if err != nil {
		return LastInput{}, false, unusable(dir, err)
	}
	if err := json.Unmarshal(text, &input); err != nil {
		return LastInput{}, false, &Error{
			Kind: ErrDamaged, What: fmt.Sprintf("the last input in %s is damaged", path), Why: err.Error(),
			Fix: "delete the file and pass the input again",
		}
	}
	return input, true, nil
}

// makeStateFolder creates the state folder with a .gitignore that excludes it from version control.
func makeStateFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return unusable(dir, err)
	}
	ignore := filepath.Join(dir, ".gitignore")
	if _, err := os.Lstat(ignore); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := os.WriteFile(ignore, []byte("*\n"), 0o600); err != nil {
		return unusable(dir, err)
	}
	return nil
}
