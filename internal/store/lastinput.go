package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"strings"

	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/reason"
)

// lastInputFolder is the folder in the state folder with one file per capability. Inputs are not in the table, because
// repeating an input must not need the lock.
const lastInputFolder = "last-input"

const ignoreName = ".gitignore"

// LastInput is the input of the last invocation of a capability, as given.
type LastInput struct {
	Input   json.RawMessage `json:"input,omitempty"`
	Object  json.RawMessage `json:"object,omitempty"`
	Install json.RawMessage `json:"install,omitempty"`
}

// lastInputFile returns the folder and the name of a capability's file. It escapes names from the user's source, so
// that they cannot lead out of the folder.
func lastInputFile(state projectfs.Folder, name []string) (projectfs.Folder, string) {
	escaped := make([]string, len(name))
	for i, part := range name {
		escaped[i] = strings.ReplaceAll(url.PathEscape(part), ".", "%2E")
	}
	return state.Sub(lastInputFolder), strings.Join(escaped, ".") + ".json"
}

// SaveLastInput stores the input of a capability, whose name is given in parts. Only the user can read the file,
// because inputs contain real data.
func SaveLastInput(dir projectfs.Folder, name []string, input LastInput) error {
	text, err := json.Marshal(input)
	if err != nil {
		return err
	}
	if err := makeStateFolder(dir); err != nil {
		return err
	}
	folder, file := lastInputFile(dir, name)
	if err := folder.WriteFile(file, text, 0o600); err != nil {
		return unusable(dir, err)
	}
	return nil
}

// ReadLastInput returns the stored input of a capability.
func ReadLastInput(dir projectfs.Folder, name []string) (input LastInput, found bool, err error) {
	folder, file := lastInputFile(dir, name)
	text, err := folder.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return LastInput{}, false, nil
	}
	if err != nil {
		return LastInput{}, false, unusable(dir, err)
	}
	if err := json.Unmarshal(text, &input); err != nil {
		return LastInput{}, false, &Error{
			Kind: ErrDamaged, What: fmt.Sprintf("the last input in %s is damaged", folder.File(file)), Why: reason.Of(err),
			Fix: "delete the file and pass the input again",
		}
	}
	return input, true, nil
}

// makeStateFolder creates the state folder with a .gitignore that excludes it from version control.
func makeStateFolder(dir projectfs.Folder) error {
	if _, err := dir.Stat(ignoreName); err == nil {
		return nil
	}
	if err := dir.WriteFile(ignoreName, []byte("*\n"), 0o600); err != nil {
		return unusable(dir, err)
	}
	return nil
}
