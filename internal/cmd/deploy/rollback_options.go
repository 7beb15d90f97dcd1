package deploy

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/deploy"
	"github.com/appsvc/svc/internal/link"
)

func (o *rollbackOptions) options(env *cli.Env) (deploy.RollbackOptions, error) {
	none := deploy.RollbackOptions{}
	dir, err := env.Folder(o.dir)
	if err != nil {
		return none, err
	}
	if err := link.CheckEnvironment(o.environment); err != nil {
		return none, cli.Usage(err.Error(), "such as --env staging")
	}
	linked, err := cmdutil.ReadLink(dir)
	if err != nil {
		return none, err
	}
	if linked == nil || linked.ProjectID == "" || linked.Environment(o.environment).Script == "" {
		return none, cli.Usage(
			fmt.Sprintf("nothing of this folder is deployed as %s", o.environment),
			"see 'svc deploys', and name the app's folder with -C",
		)
	}
	client, err := remote.EdgeClient(env, remote.NewStore(env), linked.Environment(o.environment).Account)
	if err != nil {
		return none, err
	}
	options := deploy.RollbackOptions{
		Dir: dir, Environment: o.environment, Link: linked, To: o.to, Edge: client, Health: workerHealth(), Clock: machineClock(env),
		Host: hostname(), PID: os.Getpid(), ForceUnlock: o.force,
	}
	if !o.json {
		options.Progress = func(e deploy.Event) { showStep(env, e) }
	}
	return options, nil
}

// rollbackFailed makes errors of the engine ones for the user.
func rollbackFailed(err error) error {
	var locked *deploy.LockedError
	var unknown *deploy.UnknownDeployError
	var health *deploy.HealthError
	var stale *deploy.StaleError
	switch {
	case errors.As(err, &locked):
		return lockHeld(locked)
	case errors.As(err, &stale):
		return &cli.Error{
			Code: cli.ExitMoved, What: "a deploy was faster: nothing was rolled back", Why: stale.Why,
			Fix: "run 'svc rollback' again, and read what it would do", Err: err,
		}
	case errors.Is(err, deploy.ErrNothingToRollBack):
		return cli.Usage(err.Error(), "deploy an earlier commit")
	case errors.As(err, &unknown):
		fix := "the platform knows of none"
		if len(unknown.Known) > 0 {
			fix = "it has " + strings.Join(unknown.Known, ", ")
		}
		return &cli.Error{Code: cli.ExitUsage, What: unknown.Error(), Fix: fix, Err: err}
	case errors.As(err, &health):
		return &cli.Error{
			Code: cli.ExitRemote, What: fmt.Sprintf(
				"the worker %q is not healthy at %s", health.Script, health.Origin,
			), Why: health.Err.Error(),
			Fix: "see 'svc logs', or go back further with --to", Err: err,
		}
	}
	return remote.APIError(err)
}
