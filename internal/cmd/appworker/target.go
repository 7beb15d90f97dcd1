// Package appworker finds the app worker that a command talks to: a deployed one, or the one that runs over this
// folder's own state.
package appworker

import (
	"context"
	"crypto/rand"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/platform"
)

// controlWait is how long a deployed app worker may take to answer.
const controlWait = 30 * time.Second

// Flags say which app worker is meant.
type Flags struct {
	URL, Env, Dir, profile string
}

func (f *Flags) AddTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.URL, "url", "", "the deployed app worker at this `origin`, with the key of "+remote.ControlKeyVariable+
		" or the one that this machine keeps for it")
	flags.StringVar(&f.Env, "env", "", "the app worker of this deployed `environment`, as .svc/project.json has it")
	flags.StringVarP(&f.Dir, "dir", "C", ".", "the `folder` of the app")
	flags.StringVar(&f.profile, "profile", "", "vendor `profile` for the state on this machine: "+
		strings.Join(platform.ProfileNames(), ", ")+" (default: profile in svc.platform.json, else crm)")
}

// Target is an app worker to talk to.
type Target struct {
	Client *control.Client
	// where names it, for people.
	Where string
	// deployed says that it is not the state of this folder.
	deployed bool
	// worker finds a worker of the app, by its name, for requests that are granted as those of the app worker.
	Worker func(name string) (*control.Client, error)
	// idle says that nothing runs there beside this command: what actors have to do later waits.
	Idle bool
	// refresh brings the state of this machine up to date; nil for one that is deployed.
	Refresh func(context.Context) error
	Close   func() error
}

// Open finds the app worker. close must be called.
func (f *Flags) Open(ctx context.Context, env *cli.Env) (*Target, error) {
	switch {
	case f.URL == "" && f.Env == "":
		return f.openDev(ctx, env)
	case f.URL != "" && f.Env != "":
		return nil, cli.Usage("--url and --env exclude each other", "leave out one of the two")
	}
	var err error
	origin, from := f.URL, "--url"
	if f.Env != "" {
		if origin, err = f.linkedOrigin(env); err != nil {
			return nil, err
		}
		from = link.File
	}
	at, err := parseOrigin(origin, from)
	if err != nil {
		return nil, err
	}
	key, err := f.key(env, at)
	if err != nil {
		return nil, err
	}
	client := &http.Client{
		Timeout: controlWait,
		// A grant is for one address: nobody is followed elsewhere with it.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return &Target{
		Client: &control.Client{Origin: at, Key: key, Do: client.Do, Now: env.Now, Random: rand.Reader},
		Where:  at.Host, deployed: true, Close: func() error { return nil },
		Worker: func(name string) (*control.Client, error) { return f.deployedWorker(env, at, key, name) },
	}, nil
}
