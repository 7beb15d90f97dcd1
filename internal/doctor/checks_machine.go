package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/reason"
)

// installedSDK is the SDK's file after npm install.
const installedSDK = "node_modules/@svc/sdk/package.json"

func checkVersion(_ context.Context, w *World) Result {
	text, err := fs.ReadFile(w.Files, installedSDK)
	if errors.Is(err, fs.ErrNotExist) {
		return ok(fmt.Sprintf("svc %s, built-in SDK %s", w.Version, w.SDKVersion))
	}
	var installed struct{ Version string }
	if err == nil {
		err = json.Unmarshal(text, &installed)
	}
	if err != nil || installed.Version == "" {
		return problem("cannot read the installed SDK", installedSDK+" is damaged", "reinstall the packages")
	}
	if installed.Version != w.SDKVersion {
		return problem(
			fmt.Sprintf("svc %s needs SDK %s; %q is installed", w.Version, w.SDKVersion, installed.Version),
			"declarations and runtime must have the same version",
			"run npm install @svc/sdk@"+w.SDKVersion+", or install the version of svc that matches the SDK",
		)
	}
	return ok(fmt.Sprintf("svc %s, SDK %s installed", w.Version, w.SDKVersion))
}

// checkNode reports missing packages, and Node if they need it. The tool itself does not need Node.
func checkNode(ctx context.Context, w *World) Result {
	missing := missingPackages(w.Files)
	version, err := "", error(nil)
	if w.Node != nil {
		version, err = w.Node(ctx)
	}
	if len(missing) == 0 {
		if version == "" || err != nil {
			return ok("not needed")
		}
		return ok(version + ", not needed")
	}
	found := "not installed: " + strings.Join(missing, ", ")
	if err != nil || version == "" {
		return warning(
			found+"; Node not found", "npm installs the packages of package.json",
			"install Node 20 or newer from nodejs.org, then run npm install",
		)
	}
	return warning(found, "package.json has packages that are not in node_modules", "run npm install")
}

// missingPackages returns the dependencies of package.json that are not installed. The SDK comes with the tool.
func missingPackages(files fs.FS) []string {
	text, err := fs.ReadFile(files, "package.json")
	var declared struct{ Dependencies map[string]string }
	if err != nil || json.Unmarshal(projectfs.WithoutMark(text), &declared) != nil {
		return nil
	}
	var missing []string
	for _, name := range slices.Sorted(maps.Keys(declared.Dependencies)) {
		if _, err := fs.Stat(files, "node_modules/"+name); err != nil && name != "@svc/sdk" {
			missing = append(missing, name)
		}
	}
	return missing
}

const (
	// stale is how old a signed request may be. Signatures and grants that are older are rejected.
	stale = 5 * time.Minute
	// ahead is how far the time of a signature may be in the future.
	ahead = time.Minute
	// wait limits the request of a check, maxText the bytes that are read of its response.
	wait    = 10 * time.Second
	maxText = 4 << 10
)

func checkClock(ctx context.Context, w *World) Result {
	at := clockServer(w)
	server, err := url.Parse(at)
	if err != nil || at == "" {
		return skipped("no server to compare with: nothing is deployed from here, and no account is logged in")
	}
	sent := w.Now()
	response, _, err := w.ask(ctx, http.MethodHead, at)
	if err != nil {
		return warning(
			"not compared: no response from "+server.Host, "every signature contains the time of this machine",
			"check the network, or run 'svc doctor --offline'",
		)
	}
	took := w.Now().Sub(sent)
	theirs, err := http.ParseTime(response.Header.Get("Date"))
	if err != nil {
		return skipped("no Date header from " + server.Host)
	}
	// The header has whole seconds, of a moment between the request and the response.
	off := sent.Add(took / 2).Sub(theirs.Add(500 * time.Millisecond))
	return skewed(off, took/2+500*time.Millisecond, server.Host)
}

// clockServer returns the address of an app worker that was deployed from here, else of a platform with an account that
// is logged in; "" without one. Other servers are not contacted: the user has not asked for it.
func clockServer(w *World) string {
	for _, name := range w.Link.Names() {
		if origin := w.Link.Environment(name).Origin; origin != "" {
			return origin + "/_svc/health"
		}
	}
	if w.Credentials != nil {
		for _, c := range w.Credentials() {
			if c.Place != "" {
				return c.API
			}
		}
	}
	return ""
}

// skewed returns the result for how far this machine is ahead of a server. within is the error of the measurement.
func skewed(off, within time.Duration, host string) Result {
	found := fmt.Sprintf("%v behind %s", (-off).Truncate(time.Second), host)
	if off > 0 {
		found = fmt.Sprintf("%v ahead of %s", off.Truncate(time.Second), host)
	}
	const fix = "synchronize the clock of this machine (NTP)"
	switch {
	case off.Abs() <= within+time.Second:
		return ok("same as " + host)
	case off > ahead:
		return problem(found, "servers reject requests that are signed in the future", fix)
	case off < -stale+ahead: // requests take time, too
		return problem(found, "servers reject requests that were signed more than five minutes ago", fix)
	case off.Abs() > 20*time.Second:
		return warning(found, "servers accept signatures from five minutes ago to one minute ahead", fix)
	}
	return ok(found)
}

// devPorts are the default ports of svc dev: its server, and its log listener (spec, Limits).
var devPorts = [...]int{8787, 9099}

func checkPorts(_ context.Context, w *World) Result {
	if w.Serving != "" {
		return ok("svc dev serves this folder at " + w.Serving)
	}
	var taken []string
	for _, port := range devPorts {
		if w.Listen(port) != nil {
			taken = append(taken, fmt.Sprint(port))
		}
	}
	if len(taken) > 0 {
		return warning(
			"in use: "+strings.Join(taken, ", "),
			"another program listens there: svc dev uses the next free port, and URLs with these ports do not reach it",
			"end that program, or choose other ports with svc dev --port and --svc-log-port",
		)
	}
	return ok(fmt.Sprintf("%d and %d are free", devPorts[0], devPorts[1]))
}

// ErrBusy reports that another process uses the state, which is normal.
var ErrBusy = errors.New("another process uses the state")

// StateError describes what is wrong with the state of this machine, and the fix.
type StateError struct{ What, Why, Fix string }

func (e *StateError) Error() string { return e.What + ": " + e.Why }

func checkState(_ context.Context, w *World) Result {
	if w.State == nil {
		return skipped("unknown")
	}
	found, err := w.State()
	var stateError *StateError
	switch {
	case errors.Is(err, ErrBusy):
		return ok("in use")
	case errors.As(err, &stateError):
		return problem(stateError.What, stateError.Why, stateError.Fix)
	case err != nil:
		return problem("cannot use it", reason.Of(err), "move .svc/state away: svc dev creates a new one")
	case !found:
		return ok("none yet")
	}
	return ok("usable")
}
