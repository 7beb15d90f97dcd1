// This file names what the engine needs of the two platforms and of this machine. The clients of edgeapi and
// crmapi are what it gets; tests give it clients of fakes.

package deploy

import (
	"context"
	"time"

	"github.com/appsvc/svc/internal/deploy/crmapi"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
)

// Edge is the edge platform's API: an *edgeapi.Client.
type Edge interface {
	AccountSubdomain(ctx context.Context) (string, error)
	PutAccountSubdomain(ctx context.Context, label string) error
	Scripts(ctx context.Context) ([]edgeapi.ListedScript, error)
	Service(ctx context.Context, script string) (edgeapi.Service, error)
	Secrets(ctx context.Context, script string) ([]string, error)
	Schedules(ctx context.Context, script string) ([]string, error)
	Subdomain(ctx context.Context, script string) (edgeapi.Subdomain, error)
	Versions(ctx context.Context, script string) ([]edgeapi.Version, error)
	Deployments(ctx context.Context, script string) ([]edgeapi.Deployment, error)

	Upload(ctx context.Context, script string, upload edgeapi.Upload) (edgeapi.Uploaded, error)
	PatchSecrets(ctx context.Context, script string, values map[string]*string) error
	PutSchedules(ctx context.Context, script string, crons []string) error
	SetSubdomain(ctx context.Context, script string, to edgeapi.Subdomain) error
	PatchScriptSettings(ctx context.Context, script string, settings edgeapi.ScriptSettings) error
	Deploy(ctx context.Context, script, version, message string) (edgeapi.Deployment, error)
	DeleteScript(ctx context.Context, script string, force bool) error
}

// CRM is the CRM platform's API for projects: a *crmapi.Client.
type CRM interface {
	Project(ctx context.Context, name string) (*crmapi.Project, error)
	Builds(ctx context.Context, project string) ([]crmapi.Build, error)
	Archive(ctx context.Context, project string, build int64) (map[string][]byte, error)

	CreateProject(ctx context.Context, name string) (crmapi.Project, error)
	Upload(ctx context.Context, name string, source crmapi.Source, message string) (int64, error)
	WaitBuild(ctx context.Context, project string, id int64, seen func(crmapi.Build)) (crmapi.Build, error)
	Deploy(ctx context.Context, project string, build int64, force bool) (int64, error)
	WaitDeploy(ctx context.Context, project string, id int64, seen func(crmapi.Deploy)) (crmapi.Deploy, error)
}

// Scope is whose secrets are meant: those of one environment of one project.
type Scope struct{ Project, Environment string }

// Names under which a Vault keeps keys. Everything else is a secret of the app under its own name.
const (
	ControlKey = "control-key"
	SealKey    = "seal-key"
)

// Vault keeps on this machine what may stand neither in the repository nor in any output: keys as
// <key id>:<key>, and values of secrets that are not uploaded yet.
type Vault interface {
	Get(scope Scope, name string) (value string, found bool, err error)
	Set(scope Scope, name, value string) error
	// Delete forgets a value; one that is not there is no error.
	Delete(scope Scope, name string) error
}

// Health asks a worker whether it is up. It tries again until it is, or until it cannot be expected any more.
type Health interface {
	Probe(ctx context.Context, origin string) error
}

// Clock is time and chance.
type Clock struct {
	Now    func() time.Time
	Sleep  func(context.Context, time.Duration) error
	Random func([]byte) error
}
