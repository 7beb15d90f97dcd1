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

// commonFlags are the flags of all commands about syncs.
type commonFlags struct {
	appworker.Flags
	install string
	json    bool
}

// commonExits are the exit codes that all of them have.
const commonExits = `2 usage, 3 the tool failed, 7 the control key is missing or refused, 8 the app worker
gives no answer, 9 another process holds the state`

func New(env *cli.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sync <command>",
		Short: "See what syncs have done, run them by hand, and look after the rows that they set aside",
		Long: `What the syncs of the app have done: their runs, and the rows that they have set aside because they do not fit
the schema of the sync, or because the CRM refuses them. Such rows are kept for 30 days, to be looked at, tried again
or discarded.

A sync is named by its id, or by <worker>/<id> where two workers have a sync of that id. Each install has its own runs
and rows: --install names it by the id of its portal. An app with static auth has one install, and needs no --install.

Without --url or --env the commands look at this machine: they ask 'svc dev' where it runs, else they read the state
in .svc/state.`,
		Example: `  svc sync list
  svc sync runs ledger-invoices
  svc sync poison list --sync ledger-invoices --install 1000001 --env production
  svc sync poison retry --sync ledger-invoices`,
		SuggestionsMinimumDistance: 2,
		Args:                       cmdutil.KnownSubcommand,
		RunE:                       func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		newListCommand(env), newShowCommand(env), newRunsCommand(env), newRunCommand(env),
		newPoisonCommand(env),
	)
	return cmd
}

func (f *commonFlags) addTo(cmd *cobra.Command) {
	f.Flags.AddTo(cmd)
	cmd.Flags().StringVar(&f.install, "install", "", "the install, by the id of its `portal`")
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON document")
}

// run opens the app worker for one command.
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
	return f.failed(t, work(t))
}
