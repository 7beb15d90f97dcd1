package deploy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/deploy"
	"github.com/appsvc/svc/internal/deploy/crmapi"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/deploy/step"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/projectfs"
)

// engineOptions makes the clients and the options of the engine. It loads no project: what is deployed can be removed
// even if the sources are broken.
func (o *destroyOptions) engineOptions(ctx context.Context, env *cli.Env) (deploy.Options, error) {
	none := deploy.Options{}
	if o.environment == "" {
		return none, cli.Usage("--env is missing", "name the environment to remove, such as --env staging")
	}
	if err := cmdutil.CheckEnvironment(o.environment); err != nil {
		return none, err
	}
	dir, err := env.Folder(o.dir)
	if err != nil {
		return none, err
	}
	linked, err := cmdutil.ReadLink(dir)
	if err != nil {
		return none, err
	}
	if linked == nil || linked.ProjectID == "" {
		return none, cli.Usage(
			"nothing from this folder is deployed",
			"restore "+link.File+", which names the project, or name the app's folder with -C",
		)
	}
	profile, err := cmdutil.LoadProfile(dir, o.profile)
	if err != nil {
		return none, err
	}
	vault := remote.NewVault(env)
	edge, err := remote.EdgeClient(env, vault.Store, linked.Environment(o.environment).Account)
	if err != nil {
		return none, err
	}
	crm, err := remote.CRMClient(env, vault.Store, profile)
	if err != nil {
		return none, err
	}
	account, err := crm.Account(ctx)
	if err != nil {
		return none, remote.APIError(err)
	}
	return deploy.Options{
		Dir: dir, Environment: o.environment, Link: linked, Edge: edge, CRM: crm, Vault: vault, Clock: remote.Clock(env),
		Account: edge.Account, CRMAccount: account.Portal, Host: remote.Hostname(), PID: os.Getpid(), ForceUnlock: o.force,
		Progress: o.progress.show,
	}, nil
}

// stopped prints where the removal stopped, and turns its error into one for the user.
func (o *destroyOptions) stopped(env *cli.Env, err error) error {
	var at *step.Error
	if !errors.As(err, &at) {
		return o.userError(err)
	}
	if !o.json {
		printStopped(env, at, "done", "left")
	}
	if cli.IsStopped(err) {
		env.Notef("run '%s' again to continue", o.command())
		return err
	}
	return continued(o.userError(err), fmt.Sprintf("run '%s' again", o.command()))
}

// refusesRemoval reports that the CRM does not remove a project, for a reason that svc does not know. The user may find
// it in the CRM.
func refusesRemoval(e *crmapi.Error) bool {
	reading := strings.HasPrefix(e.Call, http.MethodGet+" ")
	return e.Fix() == "" && e.Status >= http.StatusBadRequest && !e.Foreign && !reading
}

// userError turns an error of the engine into one for the user.
func (o *destroyOptions) userError(err error) error {
	if known := cmp.Or(remote.OwnerError(err), standingError(err)); known != nil {
		return known
	}
	var stale *port.StaleError
	var refused *crmapi.DeployError
	var crm *crmapi.Error
	switch {
	case errors.As(err, &stale):
		return &cli.Error{
			Code: cli.ExitMoved, What: "another deploy has changed " + o.environment, Why: stale.Why, Err: err,
			Fix: fmt.Sprintf("run '%s' again and read what it removes", o.command()),
		}
	case errors.As(err, &refused):
		return &cli.Error{
			Code: cli.ExitNegative, What: fmt.Sprintf("the CRM cannot remove the app of project %q", refused.Project),
			Why: cli.OneLine(refused.Error()), Err: err,
			Fix: fmt.Sprintf("delete the project in the CRM, then run '%s' again; the scripts still run", o.command()),
		}
	case errors.As(err, &crm) && refusesRemoval(crm):
		e, isUserError := remote.APIError(err).(*cli.Error) //nolint:errorlint // APIError returns it unwrapped
		if isUserError {
			e.Fix = fmt.Sprintf("delete the project in the CRM, then run '%s' again", o.command())
			return e
		}
	}
	var userError *cli.Error
	if file := projectfs.FileOf(err); file != "" && !errors.As(err, &userError) {
		return writeError(file, err)
	}
	return remote.APIError(err)
}
