// Package appworker finds the app worker that a command talks to: a deployed one, or one that runs locally over the
// folder's state.
package appworker

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/link"
)

// controlWait is the time limit of one request to an app worker.
const controlWait = 30 * time.Second

// Flags select an app worker.
type Flags struct {
	URL, Env, Dir, profile string
}

// AddTo adds the flags to a command.
func (f *Flags) AddTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.URL, "url", "", "use the deployed app worker at this `origin`, with the key in "+
		remote.ControlKeyVariable+" or the stored key")
	flags.StringVar(&f.Env, "env", "", "use the app worker of this `environment` in .svc/project.json; with --url, only "+
		"its name")
	cmdutil.AddDirFlag(flags, &f.Dir)
	cmdutil.AddProfileFlag(flags, &f.profile)
}

// Target is an app worker.
type Target struct {
	Client *control.Client
	// Where names it in messages.
	Where string
	// deployed is false for the folder's local state.
	deployed bool
	// dir is the app's folder of a deployed app worker, which has the source maps of its deploys.
	dir string
	// Worker returns a client of another worker of the app. Workers accept the same grants as the app worker.
	Worker func(name string) (*control.Client, error)
	// Idle means that the app runs only during this command: work that actors scheduled waits.
	Idle bool
	// Refresh makes the local state include all records of invocations. It is nil for a deployed app worker.
	Refresh func(context.Context) error
	Close   func() error
}

// Place returns Where with its preposition: "at my-app.example.workers.dev" or "in the local state".
func (t *Target) Place() string {
	if t.deployed {
		return "at " + t.Where
	}
	return "in " + t.Where
}

// Run finds the app worker, works with it, and closes it.
func (f *Flags) Run(ctx context.Context, env *cli.Env, work func(*Target) error) (err error) {
	t, err := f.Open(ctx, env)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	return work(t)
}

// Open finds the app worker. The caller calls Close.
func (f *Flags) Open(ctx context.Context, env *cli.Env) (*Target, error) {
	switch {
	case f.URL == "" && f.Env == "":
		return f.openDev(ctx, env)
	case f.URL != "" && f.Env != "":
		if err := link.CheckEnvironment(f.Env); err != nil {
			return nil, cli.Usage(err.Error(), "name the environment that is deployed at --url")
		}
	}
	var err error
	origin, from := f.URL, "--url"
	if f.URL == "" {
		if origin, err = f.linkedOrigin(env); err != nil {
			return nil, err
		}
		from = link.File
	}
	at, err := parseOrigin(origin, from)
	if err != nil {
		return nil, err
	}
	to := f.audience(env, at)
	key, err := to.key(env)
	if err != nil {
		return nil, err
	}
	if err := to.admit(env, "", at); err != nil {
		return nil, err
	}
	dir, err := env.Folder(f.Dir)
	if err != nil {
		return nil, err
	}
	client := &http.Client{Transport: cmdutil.Network(), Timeout: controlWait, CheckRedirect: cmdutil.NoRedirects}
	return &Target{
		Client: &control.Client{Origin: at, Key: key, Do: client.Do, Now: env.Now, Random: rand.Reader},
		Where:  at.Host, deployed: true, dir: dir, Close: func() error { return nil },
		Worker: func(name string) (*control.Client, error) { return f.deployedWorker(env, at, to, name) },
	}, nil
}
