// Package secrets is svc secrets.
package secrets

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appbuild"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/deploy"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/secrets"
)

// commonFlags are the flags of all commands about secrets.
type commonFlags struct {
	dir, environment, profile string
	json                      bool
}

func New(env *cli.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "secrets <command>",
		Short: "Set, list and check the secrets of the deployed app",
		Long: `Secrets are values that handlers read from ctx.env and that stand in no file of the project. The edge platform
keeps them with each script; nobody can read them there again.

A script that is not deployed yet cannot hold any. Its secrets wait on this machine, in the keyring or in a file
that only you can read, and the deploy that makes the script uploads them.

On this machine svc dev takes secrets from .dev.vars, not from here.`,
		Example: `  svc secrets check
  svc secrets set LEDGER_TOKEN
  svc secrets list --env staging`,
		SuggestionsMinimumDistance: 2,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return cmdutil.UnknownCommand(cmd, args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newSetCommand(env), newListCommand(env), newCheckCommand(env))
	return cmd
}

func (f *commonFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVarP(&f.dir, "dir", "C", ".", "the `folder` of the app")
	flags.StringVar(&f.environment, "env", link.Production, "the secrets of this `environment`")
	flags.StringVar(
		&f.profile, "profile", "",
		"vendor `profile`: "+strings.Join(platform.ProfileNames(), ", ")+" (default: profile in svc.platform.json, else crm)",
	)
	flags.BoolVar(&f.json, "json", false, "print one JSON document")
}

// open finds the scripts of the environment by what the project declares, and looks for the credentials.
func (f *commonFlags) open(ctx context.Context, env *cli.Env) (*secrets.App, error) {
	checked, err := appbuild.NewBuilder(env, f.dir, f.profile, f.environment, f.json)
	if err != nil {
		return nil, err
	}
	output, err := checked.Run(ctx, env)
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
	scope := deploy.Scope{Project: linked.ProjectID, Environment: f.environment}
	app := &secrets.App{
		Edge: client, Vault: linkingVault{vault.Scoped(scope), checked.Dir, linked},
		Owned: func(tags []string) bool { return deploy.Owned(tags, scope.Project, scope.Environment) },
	}
	for _, s := range output.Scripts {
		app.Scripts = append(app.Scripts, secrets.Script{Name: s.Name, Worker: s.Worker, Needs: s.Secrets})
	}
	return app, nil
}

// userError tells what kept a command from its work.
func userError(err error) error {
	var foreign *secrets.ForeignError
	if errors.As(err, &foreign) {
		return &cli.Error{
			Code: cli.ExitMoved, What: fmt.Sprintf("the script %q is not this project's", foreign.Script), Err: err,
			Why: "somebody else has deployed it in this account, or " + link.File + " is of another folder",
			Fix: "restore " + link.File + ", or rename the app or the worker",
		}
	}
	var undeployed *secrets.UndeployedError
	if errors.As(err, &undeployed) {
		return cli.Usage(undeployed.Error(), "deploy the worker first, then set the secret")
	}
	return remote.APIError(err)
}
