// Package secrets implements `svc secrets`, which manages the secrets of deployed scripts.
package secrets

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appbuild"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/secrets"
)

// commonFlags are the flags of all subcommands.
type commonFlags struct {
	dir, environment, profile string
	json                      bool
}

// New makes the command.
func New(env *cli.Env) *cobra.Command {
	return cmdutil.Group(&cobra.Command{
		Use:   "secrets <command>",
		Short: "Set, list, check, delete and rotate secrets of the app",
		Long: `Secrets are values that handlers read from ctx.env and that no file of the project contains. The edge
platform stores them with each script. Their values cannot be read again.

A script that is not deployed yet has no secrets. They wait on this machine, in the keyring or in a file
that only you can read, until the first deploy of the script uploads them.

svc dev reads secrets from .dev.vars instead.`,
		Example: `  svc secrets check
  svc secrets set LEDGER_TOKEN
  svc secrets list --env staging`,
	}, newSetCommand(env), newListCommand(env), newCheckCommand(env), newDeleteCommand(env),
		newRotateCommand(env))
}

func (f *commonFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	cmdutil.AddDirFlag(flags, &f.dir)
	flags.StringVar(&f.environment, "env", link.Production, "use the secrets of this `environment`")
	cmdutil.AddProfileFlag(flags, &f.profile)
	cmdutil.AddJSONFlag(flags, &f.json)
}

// open builds the project to find the scripts of the environment, and makes a client.
func (f *commonFlags) open(ctx context.Context, env *cli.Env) (*secrets.App, error) {
	checked, err := appbuild.NewBuilder(env, f.dir, f.profile, f.environment)
	if err != nil {
		return nil, err
	}
	built, err := checked.Apart(ctx, env, checked.Linked, false)
	if err != nil {
		return nil, err
	}
	linked := checked.Linked
	if linked == nil || linked.ProjectID == "" {
		if linked, err = newLink(linked); err != nil {
			return nil, err
		}
	}
	vault := remote.NewVault(env)
	client, err := remote.EdgeClient(env, vault.Store, linked.Environment(f.environment).Account)
	if err != nil {
		return nil, err
	}
	scope := port.Scope{Project: linked.ProjectID, Environment: f.environment}
	app := remote.SecretsApp(client, vault, scope, built.Output.Scripts)
	app.Vault = linkingVault{vault.Scoped(scope), checked.Dir, linked}
	return app, nil
}

// userError turns an error of the engine or the client into one for the user. action is the subcommand that ran.
func userError(action string, err error) error {
	if foreign, ok := errors.AsType[*secrets.ForeignError](err); ok {
		return &cli.Error{
			Code: cli.ExitMoved, What: fmt.Sprintf("the script %q belongs to another project", foreign.Script), Err: err,
			Why: "another project deployed it to this account, or " + link.File + " is from another folder",
			Fix: "restore " + link.File + ", or rename the app or the worker",
		}
	}
	if undeployed, ok := errors.AsType[*secrets.UndeployedError](err); ok {
		return cli.Usage(undeployed.Error(), "deploy the worker first, then set the secret")
	}
	err = remote.APIError(err)
	failure, ok := errors.AsType[*cli.Error](err)
	if ok && edgeapi.IsCode(err, edgeapi.CodeVersionNotDeployed) {
		failure.Fix += "; then run 'svc secrets " + action + "' again"
	}
	return err
}

// exitCodes returns the paragraph of a help text with the subcommand's own exit codes, such as "0 success", and those
// that most subcommands share.
func exitCodes(own ...string) string {
	return cmdutil.ExitCodes(append(own, "2 usage error", "3 internal error", "7 missing or rejected token",
		"8 platform unreachable", "9 script belongs to another project")...)
}

// newLink returns a link with a new project id. Values that wait for a deploy are stored under the id.
func newLink(before *link.Project) (*link.Project, error) {
	id, err := link.NewProjectID(remote.Random)
	linked := &link.Project{ProjectID: id}
	if before != nil {
		linked.Environments = before.Environments
	}
	return linked, err
}

// linkingVault writes the link with the first value that it stores, so that svc deploy finds the values.
type linkingVault struct {
	remote.ScopedVault
	dir    string
	linked *link.Project
}

// Set stores a value, and the link if there is none.
func (v linkingVault) Set(name, value string) error {
	if before, err := cmdutil.ReadLink(v.dir); err != nil {
		return err
	} else if before == nil || before.ProjectID == "" {
		if err := link.Write(v.dir, v.linked); err != nil {
			return &cli.Error{
				Code: cli.ExitUsage, What: "cannot write " + link.File, Why: cli.Reason(err), Fix: "check the folder's permissions",
				Err: err,
			}
		}
	}
	return v.ScopedVault.Set(name, value)
}
