// Package sync is svc sync.
package sync

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

// commonFlags are the flags of all subcommands.
type commonFlags struct {
	appworker.Flags
	install string
	json    bool
}

// New makes the command.
func New(env *cli.Env) *cobra.Command {
	return cmdutil.Group(&cobra.Command{
		Use:   "sync <command>",
		Short: "Show and run syncs, and manage their poison rows",
		Long: `Show syncs and their runs, run a sync, and manage poison rows: rows that do not match the schema of the
sync, or that the CRM rejects. Poison rows are kept for 30 days. You can inspect, retry and discard
them.

A sync is named by its id, or by <worker>/<id> if two workers have a sync with that id. Each install has
its own runs and rows. --install is the id of its portal; an app with static auth has one install and
needs no --install.

Without --url or --env the commands ask the server of 'svc dev', or read the local state in .svc/state.`,
		Example: `  svc sync list
  svc sync runs ledger-invoices
  svc sync poison list --sync ledger-invoices --install 1000001 --env production
  svc sync poison retry --sync ledger-invoices`,
	}, newListCommand(env), newShowCommand(env), newRunsCommand(env), newRunCommand(env), newPoisonCommand(env))
}

func (f *commonFlags) addTo(cmd *cobra.Command) {
	f.Flags.AddTo(cmd)
	cmd.Flags().StringVar(&f.install, "install", "", "the install of this `portal`")
	cmdutil.AddJSONFlag(cmd.Flags(), &f.json)
}

// run opens the app worker for a subcommand, and turns its error into one for the user.
func (f *commonFlags) run(ctx context.Context, env *cli.Env, work func(*appworker.Target) error) (err error) {
	if f.install != "" {
		if err := appworker.CheckInstallID(f.install); err != nil {
			return err
		}
	}
	t, err := f.Open(ctx, env)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	return f.userError(t, work(t))
}
