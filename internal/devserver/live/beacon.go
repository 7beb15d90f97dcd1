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

// beaconFile is the file of a Beacon, relative to the project. Only its owner may read it, as .dev.vars: it has keys.
const beaconFile = ".svc/dev.json"

// Beacon tells other commands how to reach the server of a project. A killed server leaves its beacon behind: readers
// have to check that the server responds.
type Beacon struct {
	PID int `json:"pid"`
	// Origin is that of the app worker.
	Origin string `json:"origin"`
	// Token authorizes the routes of the tool, ControlKey (<key id>:<key>) the control routes of the app.
	Token      string `json:"token"`
	ControlKey string `json:"controlKey"`
}

// Write writes the beacon of the project in dir.
func (b Beacon) Write(dir string) error {
	text, err := json.Marshal(b)
	if err != nil {
		return err
	}
	file := beaconPath(dir)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	// The file is renamed into place: readers see all of it or nothing.
	half, err := os.CreateTemp(filepath.Dir(file), "dev-*.json") // has mode 0600
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

// Remove removes the beacon, unless another server has written its own meanwhile.
func (b Beacon) Remove(dir string) error {
	if now, found, err := FindBeacon(dir); err != nil || !found || now.Token != b.Token {
		return err
	}
	return os.Remove(beaconPath(dir))
}

// FindBeacon reads the beacon of the project in dir. found is false when there is none.
func FindBeacon(dir string) (b Beacon, found bool, err error) {
	text, err := os.ReadFile(beaconPath(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return b, false, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &b)
	}
	if err == nil && !strings.HasPrefix(b.Origin, "http://") {
		err = errors.New("it has no origin")
	}
	if err != nil {
		return Beacon{}, false, fmt.Errorf("cannot read %s: %w", beaconFile, err)
	}
	return b, true, nil
}

func beaconPath(dir string) string { return filepath.Join(dir, filepath.FromSlash(beaconFile)) }
