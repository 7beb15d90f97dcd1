package host

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/portal"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/redact"
)

// Where calls to the CRM go.
const (
	CRMEmulated = "emulated"
	CRMLive     = "live"
)

// StateFolder is the folder with the state of a project, relative to the project.
const StateFolder = projectfs.OwnFolder + "/" + stateName

const stateName = "state"

// StateDir returns the state folder of the project in dir.
func StateDir(dir string) projectfs.Folder { return projectfs.Own(dir, stateName) }

// Options configures a Host.
type Options struct {
	// Dir is the project's folder, absolute.
	Dir string
	// Profile has the vendor's names, limits and origins.
	Profile *platform.Profile
	// Bindings are those of .dev.vars.
	Bindings map[string]string
	// App is the declared app; nil for none. The emulated CRM knows its object and event types.
	App *declared.Declaration
	// Portal is the schema of the emulated CRM; nil for its own.
	Portal *portal.Snapshot
	// CRM is CRMEmulated or CRMLive.
	CRM string
	// Origin is the origin of the server, for the pages of the emulated CRM; "" without a server.
	Origin string
	// Deliver carries the webhook deliveries of the emulated CRM to Origin. Without it there are none.
	Deliver http.RoundTripper
	// Import is what the state starts with if it is in memory, and the records of a new emulated CRM; nil for none.
	Import *Export
	// InMemory keeps state in memory instead of in StateFolder.
	InMemory bool
	Now      func() time.Time
	// Random is read by several VMs at the same time, as crypto/rand.Reader may be.
	Random io.Reader
	// Network carries requests to everything but the emulated CRM.
	Network http.RoundTripper
	// Environment is the value of SVC_ENVIRONMENT if Bindings has none; the default is the constant Environment.
	Environment string
	// Manifest returns the project's manifest, JSON. The host calls it when the app worker starts.
	Manifest func(context.Context) ([]byte, error)
	// Edge runs the user workers in the edge engine; nil for the local engine.
	Edge *Edge
	// Secrets learns the secret bindings, and is searched for in log lines. It may be nil.
	Secrets *redact.Secrets
	// OnLog receives each log line of a handler immediately, with the context of the request that it belongs to. It may
	// be nil.
	OnLog func(context.Context, LogLine)
	// OnEnd receives each invocation when it has ended, with the context of its request. It may be nil.
	OnEnd func(context.Context, Ended)
	// OnRecord receives each log line and observation as the runtime writes it, JSON, and what
	// WithRequest adds. It may be nil.
	OnRecord func(text string)
	// OnPhase receives how long each phase took. It may be nil.
	OnPhase func(name string, took time.Duration)
}
