// Package doctor looks for what keeps an app from running, being deployed or being reached: versions, credentials,
// clocks, ports, secrets, addresses, files.
//
// It knows the world through World alone, which the caller fills in; it changes nothing, and no result ever holds
// a secret. Start at Run; checks.go is the table, one file is one check.
package doctor

import (
	"context"
	"io/fs"
	"net/http"
	"time"

	"github.com/appsvc/svc/internal/link"
)

// Status is how a check went.
type Status string

// Statuses. A warning is something that will not always do; only a problem fails.
const (
	OK      Status = "ok"
	Warning Status = "warning"
	Problem Status = "problem"
	Skipped Status = "skipped"
)

// Result is what a check has found.
type Result struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Status Status `json:"status"`
	// Found is what there is, in one line.
	Found string `json:"found"`
	// Why and Fix are set for warnings and problems.
	Why string `json:"why,omitempty"`
	Fix string `json:"fix,omitempty"`
}

func ok(found string) Result      { return Result{Status: OK, Found: found} }
func skipped(found string) Result { return Result{Status: Skipped, Found: found} }

func problem(found, why, fix string) Result {
	return Result{Status: Problem, Found: found, Why: why, Fix: fix}
}

func warning(found, why, fix string) Result {
	return Result{Status: Warning, Found: found, Why: why, Fix: fix}
}

// World is all that checks may look at. Functions that are nil, and what is zero, are not known.
type World struct {
	// Files is the app's folder.
	Files fs.FS
	// Ignores are the .gitignore files that apply to the folder, the outermost first; InRepository says whether
	// there is a repository at all.
	Ignores      []IgnoreFile
	InRepository bool
	// Version is the tool's, SDKVersion that of the SDK in it.
	Version, SDKVersion string
	// Node gives the version of Node on this machine; an error when there is none.
	Node func(context.Context) (string, error)
	// App is what the project declares; nil when it does not load. Errors is how many errors its check has.
	App    *App
	Errors int
	// Link ties the folder to what is deployed; nil for nothing. LinkErr says why it cannot be used.
	Link    *link.Project
	LinkErr error
	// State looks for the state of this machine; an error says what is wrong with it: ErrBusy or a StateError.
	State func() (found bool, err error)
	// Bindings are the names in .dev.vars; BindingsErr says why it cannot be read.
	Bindings    []string
	BindingsErr error
	// Needs are the secrets that the declarations name.
	Needs []string
	// Listen tries to take a port of this machine, and gives it back.
	Listen func(port int) error
	// Serving is where 'svc dev' serves this folder; "" when it does not.
	Serving string
	// Credentials are those that this machine may have.
	Credentials func() []Credential
	// Offline keeps checks from the network.
	Offline bool
	Now     func() time.Time
	// Do sends a request, and follows nobody elsewhere.
	Do func(*http.Request) (*http.Response, error)
	// EdgeAPI is where the edge's API is.
	EdgeAPI string
	// Secrets compares the secrets of an environment with those that it needs.
	Secrets func(ctx context.Context, environment string) (missing []string, err error)
}

// App is what checks need to know of the declared app.
type App struct {
	Name, Auth, PlatformVersion string
}

// Credential is one that this machine may have. Its value is nobody's business here.
type Credential struct {
	Title string
	// Place is where it is; "" when there is none. Err says why that is not known.
	Place string
	Err   error
	// Fix is how to get one.
	Fix string
}

// check is one entry of the table.
type check struct {
	id, title string
	// online checks need the network.
	online bool
	run    func(context.Context, *World) Result
}

// Run runs all checks, one after the other.
func Run(ctx context.Context, w *World) []Result {
	results := make([]Result, 0, len(checks))
	for _, c := range checks {
		r := skipped("offline")
		if !c.online || !w.Offline {
			r = c.run(ctx, w)
		}
		r.ID, r.Title = c.id, c.title
		results = append(results, r)
	}
	return results
}

// Failed reports whether one of the results is a problem.
func Failed(results []Result) bool {
	for _, r := range results {
		if r.Status == Problem {
			return true
		}
	}
	return false
}
