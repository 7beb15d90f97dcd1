// Package port is what a deploy needs from outside: the two platforms, the secrets of this machine, the health of
// workers, and time. Packages of deploys take these interfaces, and commands pass the clients.
package port

import (
	"context"
	"encoding/hex"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/deploy/crmapi"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/health"
)

// Edge is the edge platform's API, implemented by *edgeapi.Client.
type Edge interface {
	AccountSubdomain(ctx context.Context) (string, error)
	PutAccountSubdomain(ctx context.Context, label string) error
	Scripts(ctx context.Context) ([]edgeapi.ListedScript, error)
	Service(ctx context.Context, script string) (edgeapi.Service, error)
	Settings(ctx context.Context, script string) (edgeapi.Settings, error)
	Secrets(ctx context.Context, script string) ([]string, error)
	Schedules(ctx context.Context, script string) ([]string, error)
	Subdomain(ctx context.Context, script string) (edgeapi.Subdomain, error)
	Content(ctx context.Context, script string) ([]edgeapi.Module, error)
	Domains(ctx context.Context, script string) ([]string, error)
	Versions(ctx context.Context, script string) ([]edgeapi.Version, error)
	Deployments(ctx context.Context, script string) ([]edgeapi.Deployment, error)

	Upload(ctx context.Context, script string, upload edgeapi.Upload) (edgeapi.Uploaded, error)
	PatchSecrets(ctx context.Context, script string, values map[string]*string) error
	PutSchedules(ctx context.Context, script string, crons []string) error
	SetSubdomain(ctx context.Context, script string, to edgeapi.Subdomain) error
	PatchScriptSettings(ctx context.Context, script string, settings edgeapi.ScriptSettings) error
	UploadVersion(ctx context.Context, script string, upload edgeapi.Upload) (string, error)
	Deploy(ctx context.Context, script, message string, shares ...edgeapi.Share) (edgeapi.Deployment, error)
	DeleteScript(ctx context.Context, script string, force bool) error
}

// CRM is the CRM platform's API for projects, implemented by *crmapi.Client.
type CRM interface {
	Project(ctx context.Context, name string) (*crmapi.Project, error)
	Builds(ctx context.Context, project string) ([]crmapi.Build, error)
	Archive(ctx context.Context, project string, build int64) (map[string][]byte, error)

	CreateProject(ctx context.Context, name string) (crmapi.Project, error)
	Upload(ctx context.Context, name string, source crmapi.Source, message string) (int64, error)
	WaitBuild(ctx context.Context, project string, id int64, seen func(crmapi.Build)) (crmapi.Build, error)
	Deploy(ctx context.Context, project string, build int64, force bool) (int64, error)
	WaitDeploy(ctx context.Context, project string, id int64, seen func(crmapi.Deploy)) (crmapi.Deploy, error)
	RemoveComponents(ctx context.Context, name string, dryRun bool) (crmapi.Removal, error)
	DeleteProject(ctx context.Context, name string) error
}

// Scope names one environment of one project, which owns secrets.
type Scope struct{ Project, Environment string }

// Names of keys in a Vault. All other names are secrets of the app.
const (
	ControlKey = "control-key"
	SealKey    = "seal-key"
	// NextControlKey is the key that an interrupted rotation will put in the place of ControlKey, in the same form.
	NextControlKey = "control-key-next"
	// SupersededKeys has the ids of the keys that a rotation has replaced and not deleted yet, in JSON.
	SupersededKeys = "control-key-superseded"
)

// Origins is the name in a Vault of the origins of an environment, JSON by worker with the app worker under "". The
// platform confirmed them at the last deploy. Commands send grants to no others.
const Origins = "origins"

// StoredNames is where a Vault keeps the Names of an environment. Keyrings do not list what they have.
const StoredNames = "stored-names"

// Vault stores secrets on this machine: keys as <key id>:<key>, and values of secrets that are not uploaded yet.
type Vault interface {
	Get(scope Scope, name string) (value string, found bool, err error)
	Set(scope Scope, name, value string) error
	// Delete removes a value. A missing value is not an error.
	Delete(scope Scope, name string) error
	// Names returns the names of values that were set, also of some that were deleted since.
	Names(scope Scope) ([]string, error)
}

// Health checks a worker until it is healthy, or returns the last error. It reports the attempts before.
type Health interface {
	Probe(ctx context.Context, origin string, failed func(health.Attempt)) error
}

// Clock provides time and randomness.
type Clock struct {
	Now    func() time.Time
	Sleep  func(context.Context, time.Duration) error
	Random func([]byte) error
}

// NewID returns the id of a deploy. Ids sort by time, to the millisecond.
func (c Clock) NewID() (string, error) {
	suffix := make([]byte, 3)
	err := c.Random(suffix)
	at := strings.Replace(c.Now().UTC().Format("20060102-150405.000"), ".", "", 1)
	return at + "-" + hex.EncodeToString(suffix), err
}
