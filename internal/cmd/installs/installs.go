// Package installs is svc installs.
package installs

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

// flags are the flags of all commands about installs.
type flags struct {
	appworker.Flags
	json bool
	yes  bool
}

func New(env *cli.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "installs <command>",
		Short: "List, show and erase the installs of the app",
		Long: `Who has installed the app, in which state each install is, and what is kept for it.

An install is named by the id of its portal; an app with static auth has one install, called static.
Its state is active, suspended (the project's own tools keep it from the CRM), or needs_reauth: the CRM
refuses its refresh token, because the app was uninstalled or its consent taken back. What is kept for
such an install is erased 30 days later, unless the app is installed again.

Without --url or --env the commands look at the state of this machine, in .svc/state.`,
		Example: `  svc installs list
  svc installs show 1000001 --url https://my-app.example.workers.dev
  svc installs erase 1000001 --env production --yes`,
		SuggestionsMinimumDistance: 2,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return cmdutil.UnknownCommand(cmd, args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newListCommand(env), newShowCommand(env), newEraseCommand(env))
	return cmd
}

func (f *flags) addTo(cmd *cobra.Command) {
	f.Flags.AddTo(cmd)
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON document")
}

// run opens the app worker for one command.
func (f *flags) run(ctx context.Context, env *cli.Env, work func(*appworker.Target) error) (err error) {
	t, err := f.Open(ctx, env)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	return work(t)
}
