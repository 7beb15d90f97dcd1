// Package doctor diagnoses what stops an app from running, deploying or being reached: versions, credentials, clocks,
// ports, secrets, addresses, files.
//
// Checks only see the World that the caller fills in, and change nothing. No result contains a secret. Start at Run;
// checks.go is the table of checks.
package doctor

import (
	"context"
	"io"
	"io/fs"
	"net/http"
	"slices"
	"time"

	"github.com/appsvc/svc/internal/link"
)

// Status is the result of a check.
type Status string

// Statuses. Only a problem fails the run.
const (
	statusOK      Status = "ok"
	statusWarning Status = "warning"
	statusProblem Status = "problem"
	statusSkipped Status = "skipped"
)

// Result describes what a check has found.
type Result struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Status Status `json:"status"`
	// Found is one line.
	Found string `json:"found"`
	// Why and Fix are set for warnings and problems.
	Why string `json:"why,omitempty"`
	Fix string `json:"fix,omitempty"`
}

func ok(found string) Result      { return Result{Status: statusOK, Found: found} }
func skipped(found string) Result { return Result{Status: statusSkipped, Found: found} }

func problem(found, why, fix string) Result {
	return Result{Status: statusProblem, Found: found, Why: why, Fix: fix}
}

func warning(found, why, fix string) Result {
	return Result{Status: statusWarning, Found: found, Why: why, Fix: fix}
}

// World has everything that checks read. Zero members are unknown.
type World struct {
	// Files is the app's folder.
	Files fs.FS
	// Dir is the real path of the app's folder, and Workspace that of the folder whose source code it may import.
	Dir, Workspace string
	// Ignores are the .gitignore files that apply to the folder, the outermost first. InRepository reports whether the
	// folder is in a repository.
	Ignores      []IgnoreFile
	InRepository bool
	// Version is the tool's, SDKVersion that of the SDK in it.
	Version, SDKVersion string
	// Node returns the version of Node on this machine, or an error without Node.
	Node func(context.Context) (string, error)
	// App is the declared app; nil when it does not load, which Problem explains. Errors counts the errors of 'svc check'.
	App     *App
	Problem string
	Errors  int
	// Link is the link to deployments; nil for none. LinkErr is why it is not usable.
	Link    *link.Project
	LinkErr error
	// State looks for the state of this machine. Its error is ErrBusy or a StateError.
	State func() (found bool, err error)
	// Bindings are the names in .dev.vars. BindingsErr is why it cannot be read.
	Bindings    []string
	BindingsErr error
	// Needs are the secrets that the declarations use.
	Needs []string
	// Listen listens on a port of this machine for a moment.
	Listen func(port int) error
	// Serving is the address at which 'svc dev' serves this folder; "" when it does not.
	Serving string
	// Credentials returns the credentials that this machine may have.
	Credentials func() []Credential
	// Offline skips checks that need the network.
	Offline bool
	Now     func() time.Time
	// Do sends a request, and follows no redirects.
	Do func(*http.Request) (*http.Response, error)
	// Secrets returns the needed secrets that an environment lacks.
	Secrets func(ctx context.Context, environment string) (missing []string, err error)
}

// App has what checks need of the declared app.
type App struct {
	Name, Auth, PlatformVersion string
}

// Credential is one that this machine may have, without its value.
type Credential struct {
	Title string
	// Place is where it is stored; "" for nowhere. Err is why that is unknown.
	Place string
	Err   error
	// Fix is how to obtain it.
	Fix string
	// API is the address of the platform that it is for.
	API string
}

// check is one entry of the table.
type check struct {
	id, title string
	// online checks need the network.
	online bool
	run    func(context.Context, *World) Result
}

// ask returns the response to a request without a body, and the start of its text.
func (w *World) ask(ctx context.Context, method, url string) (*http.Response, []byte, error) {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, url, http.NoBody)
	if err != nil {
		return nil, nil, err
	}
	response, err := w.Do(r)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(response.Body, maxText)) // the status and headers tell enough
	return response, text, nil
}

// Run runs all checks in order.
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

// Failed reports whether any result is a problem.
func Failed(results []Result) bool {
	return slices.ContainsFunc(results, func(r Result) bool { return r.Status == statusProblem })
}
