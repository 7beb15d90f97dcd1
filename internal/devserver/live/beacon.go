package live

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"github.com/appsvc/svc/internal/lazyregexp"
	"github.com/appsvc/svc/internal/projectfs"
)

// beaconName is the file of a Beacon in the folder of svc. Only its owner may read it, as .dev.vars: it has keys.
const beaconName = "dev.json"

// Beacon tells other commands how to reach the server of a project. A killed server leaves its beacon behind: readers
// have to check that the server responds.
type Beacon struct {
	PID int `json:"pid"`
	// Origin is that of the app worker.
	Origin string `json:"origin"`
	// Token authorizes the routes of the tool, ControlKey (<key id>:<key>) the control routes of the app.
	Token      string `json:"token"`
	ControlKey string `json:"controlKey"`
	// Environment is the one that grants are for.
	Environment string `json:"environment"`
	// Untrusted means that the server was started with --untrusted.
	Untrusted bool `json:"untrusted,omitempty"`
}

// DashboardLink returns the link that opens the dashboard. The token is in its fragment, which browsers do not send.
func (b Beacon) DashboardLink() string { return b.Origin + dashboardPath + "#" + b.Token }

// Write writes the beacon of the project in dir.
func (b Beacon) Write(dir string) error {
	text, err := json.Marshal(b)
	if err != nil {
		return err
	}
	return projectfs.Own(dir, "").WriteFile(beaconName, text, 0o600)
}

// Remove removes the beacon, unless another server has written its own meanwhile.
func (b Beacon) Remove(dir string) error {
	if now, found, err := FindBeacon(dir); err != nil || !found || now.Token != b.Token {
		return err
	}
	return projectfs.Own(dir, "").Remove(beaconName)
}

// RemoveForeign removes a beacon that names an origin of which this process has just opened the port: a killed server
// left it, or a stranger who made the folder, and knows its token.
func RemoveForeign(dir, origin string) error {
	b, found, err := FindBeacon(dir)
	if err != nil || !found || b.Origin != origin {
		return nil //nolint:nilerr // nothing uses a beacon that cannot be read
	}
	return projectfs.Own(dir, "").Remove(beaconName)
}

// localOrigin matches the origin of a server. A beacon may come with a project: with another host, or a path before
// that of a route, it would make commands call other servers.
var localOrigin = lazyregexp.New(`^http://localhost:[0-9]{1,5}$`)

// FindBeacon reads the beacon of the project in dir. found is false when there is none.
func FindBeacon(dir string) (b Beacon, found bool, err error) {
	text, err := projectfs.Own(dir, "").ReadFile(beaconName)
	if errors.Is(err, fs.ErrNotExist) {
		return b, false, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &b)
	}
	if err == nil && !localOrigin().MatchString(b.Origin) {
		err = fmt.Errorf("invalid origin %q: expected http://localhost:<port>", b.Origin)
	}
	if err != nil {
		return Beacon{}, false, fmt.Errorf("cannot read %s/%s: %w", projectfs.OwnFolder, beaconName, err)
	}
	return b, true, nil
}
