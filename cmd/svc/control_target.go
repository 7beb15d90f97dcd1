// This file finds the app worker that a command about a project's state talks to: the one of this folder's
// own state, or one that is deployed.

package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/devserver"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
)

// controlWait is how long a deployed app worker may take to answer.
const controlWait = 30 * time.Second

// devOrigin is where the app worker of this machine believes to be. Nothing listens there.
const devOrigin = "http://app.localhost"

// controlFlags say which app worker is meant.
type controlFlags struct {
	url, env, dir, profile string
}

func (f *controlFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.url, "url", "", "the deployed app worker at this `origin`, with the key of "+controlKeyVariable+
		" or the one that this machine keeps for it")
	flags.StringVar(&f.env, "env", "", "the app worker of this deployed `environment`, as .svc/project.json has it")
	flags.StringVarP(&f.dir, "dir", "C", ".", "the `folder` of the app")
	flags.StringVar(&f.profile, "profile", "", "vendor `profile` for the state on this machine: "+
		strings.Join(platform.ProfileNames(), ", ")+" (default: profile in svc.platform.json, else crm)")
}

// controlTarget is an app worker to talk to.
type controlTarget struct {
	client *control.Client
	// where names it, for people.
	where string
	// deployed says that it is not the state of this folder.
	deployed bool
	// worker finds a worker of the app, by its name, for requests that are granted as those of the app worker.
	worker func(name string) (*control.Client, error)
	// idle says that nothing runs there beside this command: what actors have to do later waits.
	idle bool
	// refresh brings the state of this machine up to date; nil for one that is deployed.
	refresh func(context.Context) error
	close   func() error
}

// open finds the app worker. close must be called.
func (f *controlFlags) open(ctx context.Context, env *cli.Env) (*controlTarget, error) {
	switch {
	case f.url == "" && f.env == "":
		return f.openDev(ctx, env)
	case f.url != "" && f.env != "":
		return nil, cli.Usage("--url and --env exclude each other", "leave out one of the two")
	}
	var err error
	origin, from := f.url, "--url"
	if f.env != "" {
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
	return &controlTarget{
		client: &control.Client{Origin: at, Key: key, Do: client.Do, Now: env.Now, Random: rand.Reader},
		where:  at.Host, deployed: true, close: func() error { return nil },
		worker: func(name string) (*control.Client, error) { return f.deployedWorker(env, at, key, name) },
	}, nil
}

// parseOrigin reads the origin of a deployed app worker. Over http its answers, which hold the users' data,
// could be read by anybody in between.
func parseOrigin(text, from string) (*url.URL, error) {
	at, err := url.Parse(text)
	isOrigin := err == nil && at.Host != "" && at.User == nil && strings.Trim(at.Path, "/") == "" && at.RawQuery == "" &&
		at.Fragment == ""
	if !isOrigin || at.Scheme != "https" && at.Scheme != "http" {
		return nil, cli.Usage(
			fmt.Sprintf("%s: %q is no origin", from, text),
			"give scheme and host alone, such as https://my-app.example.workers.dev",
		)
	}
	if at.Scheme == "http" && !isLoopback(at.Hostname()) {
		return nil, cli.Usage(
			fmt.Sprintf("%s: %q is not https", from, text),
			"write https: answers hold what users keep; http is for this machine only",
		)
	}
	at.Path = ""
	return at, nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback()
}

// openDev asks the server that serves this folder, or starts its app worker in this process, over .svc/state.
func (f *controlFlags) openDev(ctx context.Context, env *cli.Env) (*controlTarget, error) {
	dir, err := env.Folder(f.dir)
	if err != nil {
		return nil, err
	}
	if served := openServed(ctx, env, dir); served != nil {
		return served, nil
	}
	profile, err := loadProfile(dir, f.profile)
	if err != nil {
		return nil, err
	}
	run := &invokeRun{
		env: env, dir: dir, profile: profile, options: &invokeOptions{crm: devserver.CRMEmulated, persist: true},
	}
	if run.loaded, err = project.Load(ctx, run.projectOptions()); err != nil {
		return nil, loadFailed(err)
	}
	if run.loaded.App == nil {
		return nil, run.showFindings(cli.Usage(
			"this folder has no app", "name the folder that holds svc.config.ts with -C, or a deployed app worker with --url",
		))
	}
	host, err := run.newHost()
	if err != nil {
		return nil, err
	}
	app, err := host.App(ctx)
	if err != nil {
		return nil, errors.Join(heldState(invokeFailed(err)), host.Close())
	}
	at, err := url.Parse(devOrigin)
	if err != nil {
		return nil, errors.Join(err, host.Close())
	}
	return &controlTarget{
		client: &control.Client{
			Origin: at, Key: host.ControlKey(), Do: control.InProcess(app), Now: host.Now, Random: rand.Reader,
		},
		where:  "the state of this machine (" + devserver.StateFolder + ")",
		worker: func(string) (*control.Client, error) { return nil, errNotServing }, idle: true,
		refresh: host.TakeRecords,
		close:   func() error { return stateFailed(host.Close()) },
	}, nil
}

// heldState says what to do when another process holds the state: this command needs the one on disk.
func heldState(err error) error {
	var told *cli.Error
	if errors.As(err, &told) && told.Code == cli.ExitMoved && errors.Is(err, devserver.ErrState) {
		told.Fix = "wait for it or stop it, or ask it with --url"
	}
	return err
}

// failed tells what an app worker answered, or that none did.
func (t *controlTarget) failed(err error) error {
	var told *control.Error
	var unreachable *control.UnreachableError
	switch {
	case err == nil || errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &unreachable):
		return &cli.Error{
			Code: cli.ExitRemote, What: "no app worker answers at " + unreachable.Origin, Why: unreachable.Why,
			Fix: "check the origin: that of the app worker, not of one of the app's own workers", Err: err,
		}
	case !errors.As(err, &told) || !t.deployed && told.Code == "internal_error":
		return toolFailed(err.Error(), err)
	case told.Status == http.StatusUnauthorized:
		return &cli.Error{
			Code: cli.ExitAuth, What: "the app worker refuses the control key", Why: told.Message,
			Fix: "check that " + controlKeyVariable +
				", or the key that this machine keeps, is one of this project and environment, and the clock of this machine; see svc explain " + told.Code,
			Err: err,
		}
	}
	return &cli.Error{
		Code: cli.ExitRemote, What: fmt.Sprintf("the app worker answered %d %s", told.Status, told.Code), Why: told.Message,
		Fix: "see svc explain " + told.Code, Err: err,
	}
}
