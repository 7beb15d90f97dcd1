// This file leaves a note beside the project that says who serves it, for the other commands.

package live

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// beaconFile is the note. Only its owner may read it, as .dev.vars: its keys open what is served.
const beaconFile = ".svc/dev.json"

// Beacon says who serves a project. A server that was killed leaves it behind: who reads it has to try.
type Beacon struct {
	PID int `json:"pid"`
	// Origin is where the app worker is served.
	Origin string `json:"origin"`
	// Token opens the routes of the tool itself, ControlKey (<key id>:<key>) the control routes of the app.
	Token      string `json:"token"`
	ControlKey string `json:"controlKey"`
}

// Light leaves the note.
func (b Beacon) Light(dir string) error {
	text, err := json.Marshal(b)
	if err != nil {
		return err
	}
	file := beaconPath(dir)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	// Renamed into place, so that nobody reads half of it.
	half, err := os.CreateTemp(filepath.Dir(file), "dev-*.json") // made with 0600
	if err != nil {
		return err
	}
	_, err = half.Write(text)
	if err = errors.Join(err, half.Close()); err == nil {
		err = os.Rename(half.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(half.Name()))
	}
	return nil
}

// Douse takes the note away, unless another server has left its own meanwhile.
func (b Beacon) Douse(dir string) error {
	if now, found, err := FindBeacon(dir); err != nil || !found || now.Token != b.Token {
		return err
	}
	return os.Remove(beaconPath(dir))
}

// FindBeacon reads the note of a project; found is false when there is none.
func FindBeacon(dir string) (b Beacon, found bool, err error) {
	text, err := os.ReadFile(beaconPath(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return b, false, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &b)
	}
	if err == nil && !strings.HasPrefix(b.Origin, "http://") {
		err = errors.New("it names no origin")
	}
	if err != nil {
		return Beacon{}, false, fmt.Errorf("%s cannot be read: %w", beaconFile, err)
	}
	return b, true, nil
}

func beaconPath(dir string) string { return filepath.Join(dir, filepath.FromSlash(beaconFile)) }
