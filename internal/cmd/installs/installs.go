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

// flags are the flags of all subcommands.
type flags struct {
	appworker.Flags
	json bool
	yes  bool
}

// New makes the command.
func New(env *cli.Env) *cobra.Command {
	return cmdutil.Group(&cobra.Command{
		Use:   "installs <command>",
		Short: "List, show and erase the installs of the app",
		Long: `List, show and erase the installs of the app: one for each portal that has installed it.

The id of an install is that of its portal. An app with static auth has one install, called static. An
install is active, suspended (the project's own tools keep it from the CRM), or needs_reauth: the CRM
rejects its refresh token, because the portal uninstalled the app or revoked its consent. The data of
such an install is erased after 30 days, unless the app is installed again.

Without --url or --env the commands use the local state in .svc/state.`,
		Example: `  svc installs list
  svc installs show 1000001 --url https://my-app.example.workers.dev
  svc installs erase 1000001 --env production --yes`,
	}, newListCommand(env), newShowCommand(env), newEraseCommand(env))
}

func (f *flags) addTo(cmd *cobra.Command) {
	f.Flags.AddTo(cmd)
	cmdutil.AddJSONFlag(cmd.Flags(), &f.json)
}

// run opens the app worker for a subcommand.
func (f *flags) run(ctx context.Context, env *cli.Env, work func(*appworker.Target) error) (err error) {
	t, err := f.Open(ctx, env)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	return work(t)
}
