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

// workWait is how long a deployed worker may take to answer: handlers of syncs have 10 minutes.
const workWait = 11 * time.Minute

// errNotServing says that no worker of this folder can be asked.
var errNotServing = &cli.Error{
	Code: cli.ExitUsage, What: "nothing serves this folder",
	Why: "a sync runs in its worker, and goes on there when one request is too short for it",
	Fix: "start 'svc dev' here, or run one step of it with 'svc dev invoke'",
}

// deployedWorker is the worker of the environment whose app worker is at an origin.
func (f *Flags) deployedWorker(
	env *cli.Env, app *url.URL, key control.Key, name string,
) (*control.Client, error) {
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
		client := &http.Client{
			Timeout:       workWait,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}
		return &control.Client{Origin: at, Key: key, Do: client.Do, Now: env.Now, Random: rand.Reader}, nil
	}
	return nil, cli.Usage(
		fmt.Sprintf("%s does not say where the worker %q of the app at %s is", link.File, name, app.Host),
		"run this in the folder from which the app was deployed, or name it with -C")
}
