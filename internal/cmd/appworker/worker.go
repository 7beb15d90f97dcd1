package appworker

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/link"
)

// workWait is the time limit of one request to a worker. Handlers of syncs have 10 minutes.
const workWait = 11 * time.Minute

// errNotServing is the error for a request to a worker that only svc dev can run.
var errNotServing = &cli.Error{
	Code: cli.ExitUsage, What: "no server is running in this folder",
	Why: "a sync runs in its worker and may need more than one request",
	Fix: "start 'svc dev' here, or run one step with 'svc dev invoke'",
}

// deployedWorker returns a client of a worker in the environment of an app worker.
func (f *Flags) deployedWorker(
	env *cli.Env, app *url.URL, to audience, name string,
) (*control.Client, error) {
	key, err := to.key(env)
	if err != nil {
		return nil, err
	}
	dir, err := env.Folder(f.Dir)
	if err != nil {
		return nil, err
	}
	linked, err := cmdutil.ReadLink(dir)
	if err != nil {
		return nil, err
	}
	for _, environment := range linked.Names() {
		deployed := linked.Environment(environment)
		origin, isDeployed := deployed.Origins[name]
		if known, err := url.Parse(deployed.Origin); err != nil || known.Host != app.Host || known.Scheme != app.Scheme ||
			!isDeployed {
			continue
		}
		at, err := parseOrigin(origin, link.File)
		if err != nil {
			return nil, err
		}
		if err := to.admit(env, name, at); err != nil {
			return nil, err
		}
		client := &http.Client{Transport: cmdutil.Network(), Timeout: workWait, CheckRedirect: cmdutil.NoRedirects}
		return &control.Client{Origin: at, Key: key, Do: client.Do, Now: env.Now, Random: rand.Reader}, nil
	}
	return nil, cli.Usage(
		fmt.Sprintf("%s has no origin for the worker %q of the app at %s", link.File, name, app.Host),
		"run this in the folder that the app was deployed from, or name that folder with -C",
	)
}
