package secrets

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/deploy/lock"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/deploy/rotation"
	"github.com/appsvc/svc/internal/link"
)

// engineOptions makes the clients and the options of the engine.
func (o *rotateOptions) engineOptions(env *cli.Env) (rotation.Options, error) {
	none := rotation.Options{}
	if err := cmdutil.CheckEnvironment(o.environment); err != nil {
		return none, err
	}
	if env.Getenv(remote.ControlKeyVariable) != "" {
		return none, cli.Usage(
			"cannot rotate the control key in "+remote.ControlKeyVariable,
			"run the command on the machine that stores the key, or unset the variable",
		)
	}
	dir, err := env.Folder(o.dir)
	if err != nil {
		return none, err
	}
	linked, err := cmdutil.ReadLink(dir)
	if err != nil {
		return none, err
	}
	deployed := linked.Environment(o.environment)
	if linked == nil || linked.ProjectID == "" || deployed.Script == "" {
		return none, cli.Usage(
			fmt.Sprintf("nothing from this folder is deployed to %s", o.environment), "name the app's folder with -C",
		)
	}
	vault := remote.NewVault(env)
	client, err := remote.EdgeClient(env, vault.Store, deployed.Account)
	if err != nil {
		return none, err
	}
	at, err := o.appOrigin(vault, linked)
	if err != nil {
		return none, err
	}
	return rotation.Options{
		Options: lock.Options{
			Dir: dir, Environment: o.environment, Clock: remote.Clock(env), Host: remote.Hostname(), PID: os.Getpid(),
			Force: o.force,
		},
		Link: linked, Edge: client, Vault: vault, Revoke: o.revoke,
		Progress: func(title string) {
			if !o.json {
				env.Notef("  %s", cli.OneLine(title))
			}
		},
		Accepts: func(ctx context.Context, key string) error { return o.tryKey(ctx, env, at, key) },
	}, nil
}

// tryKey calls the app worker with a control key.
func (o *rotateOptions) tryKey(ctx context.Context, env *cli.Env, at *url.URL, text string) error {
	key, err := control.ParseKey(text, o.environment)
	if err != nil {
		return err
	}
	c := &control.Client{Origin: at, Key: key, Do: remote.Do, Now: env.Now, Random: rand.Reader}
	_, err = c.Checkpoints(ctx, control.Window{Since: "1m"})
	return err
}

// appOrigin returns the origin of the app worker that the last deploy from this machine confirmed.
func (o *rotateOptions) appOrigin(vault remote.Vault, linked *link.Project) (*url.URL, error) {
	scope := port.Scope{Project: linked.ProjectID, Environment: o.environment}
	text, _, err := vault.Get(scope, port.Origins)
	if err != nil {
		return nil, err
	}
	origins := map[string]string{}
	if text != "" {
		err = json.Unmarshal([]byte(text), &origins)
	}
	at, parseErr := url.Parse(origins[""])
	if err != nil || parseErr != nil || at.Host == "" {
		return nil, noKeyError(o.environment, errors.Join(err, parseErr))
	}
	return at, nil
}

// noKeyError is the error of a machine without a control key.
func noKeyError(environment string, err error) error {
	return &cli.Error{
		Code: cli.ExitAuth, What: "this machine has no control key of " + environment,
		Why: "no deploy of the environment from this machine has stored one", Err: err,
		Fix: "create one with 'svc deploy --new-key --env " + environment + "'",
	}
}

// userError turns an error of the engine into one for the user.
func (o *rotateOptions) userError(err error) error {
	if owned := remote.OwnerError(err); owned != nil {
		return owned
	}
	var unknown *rotation.UnknownKeyError
	var refused *rotation.NotAcceptedError
	switch {
	case errors.As(err, &unknown):
		fix := cli.Suggest(unknown.ID, unknown.Known, "use one of "+strings.Join(unknown.Known, ", "))
		return cli.Usage(unknown.Error(), fix)
	case errors.Is(err, rotation.ErrNoControlKey):
		return noKeyError(o.environment, err)
	case errors.As(err, &refused):
		return &cli.Error{
			Code: cli.ExitRemote, What: "the app worker does not accept the new control key " + refused.ID,
			Why: cli.OneLine(refused.Err.Error()) + "; this machine still has its old key, which works", Err: err,
			Fix: "check the clock of this machine and 'svc logs', then run 'svc secrets rotate' again",
		}
	}
	return userError("rotate", err)
}
