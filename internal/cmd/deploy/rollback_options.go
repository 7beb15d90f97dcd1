package deploy

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/deploy/health"
	"github.com/appsvc/svc/internal/deploy/lock"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/deploy/rollback"
	"github.com/appsvc/svc/internal/deploy/step"
	"github.com/appsvc/svc/internal/projectfs"
)

// options makes the client and the options of the engine.
func (o *rollbackOptions) options(env *cli.Env) (rollback.Options, error) {
	none := rollback.Options{}
	dir, err := env.Folder(o.dir)
	if err != nil {
		return none, err
	}
	if err := cmdutil.CheckEnvironment(o.environment); err != nil {
		return none, err
	}
	linked, err := cmdutil.ReadLink(dir)
	if err != nil {
		return none, err
	}
	if linked == nil || linked.ProjectID == "" || linked.Environment(o.environment).Script == "" {
		return none, cli.Usage(
			fmt.Sprintf("nothing from this folder is deployed to %s", o.environment),
			"run 'svc deploys', or name the app's folder with -C",
		)
	}
	client, err := remote.EdgeClient(env, remote.NewStore(env), linked.Environment(o.environment).Account)
	if err != nil {
		return none, err
	}
	options := rollback.Options{
		Options: lock.Options{
			Dir: dir, Environment: o.environment, Clock: remote.Clock(env), Host: remote.Hostname(), PID: os.Getpid(),
			Force: o.force,
		},
		Link: linked, To: o.to, Edge: client, Health: workerHealth(), Progress: o.progress.show,
	}
	return options, nil
}

// stopped prints where a rollback stopped, and turns its error into one for the user.
func (o *rollbackOptions) stopped(env *cli.Env, to string, err error) error {
	at, inStep := errors.AsType[*step.Error](err)
	if !inStep {
		return rollbackError(err)
	}
	command := o.resumeCommand(cli.OneLine(to))
	if !o.json {
		printStopped(env, at, "done", "left")
	}
	if cli.IsStopped(err) {
		env.Notef("run '%s' to resume", command)
		return err
	}
	if _, unhealthy := errors.AsType[*health.Error](err); unhealthy {
		return rollbackError(err)
	}
	return continued(rollbackError(err), fmt.Sprintf("run '%s' to resume", command))
}

// rollbackError turns an error of the engine into one for the user.
func rollbackError(err error) error {
	if known := cmp.Or(remote.OwnerError(err), standingError(err)); known != nil {
		return known
	}
	var unknown *rollback.UnknownDeployError
	var unhealthy *health.Error
	var stale *port.StaleError
	var none *rollback.NoneSucceededError
	switch {
	case errors.As(err, &stale):
		return &cli.Error{
			Code: cli.ExitMoved, What: "another deploy finished first; nothing was rolled back", Why: stale.Why,
			Fix: "run 'svc rollback' again and review its changes", Err: err,
		}
	case errors.As(err, &none):
		return &cli.Error{
			Code: cli.ExitUsage, What: err.Error(), Err: err,
			Fix: "deploy an earlier commit, or name one of these with --to: " + strings.Join(none.Earlier, ", "),
		}
	case errors.Is(err, rollback.ErrNothingToRollBack):
		return cli.Usage(err.Error(), "deploy an earlier commit")
	case errors.As(err, &unknown):
		fix := "the platform stores no deploys"
		if len(unknown.Known) > 0 {
			fix = "use one of " + strings.Join(unknown.Known, ", ")
		}
		return &cli.Error{Code: cli.ExitUsage, What: unknown.Error(), Fix: fix, Err: err}
	case errors.As(err, &unhealthy):
		return &cli.Error{
			Code: cli.ExitRemote, Why: unhealthy.Err.Error(), Err: err,
			What: fmt.Sprintf("the health check of worker %q failed at %s", unhealthy.Script, unhealthy.Origin),
			Fix:  "see 'svc logs', or roll back further with --to",
		}
	}
	if file := projectfs.FileOf(err); file != "" {
		return writeError(file, err)
	}
	return remote.APIError(err)
}
