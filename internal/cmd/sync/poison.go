package sync

import (
	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

func newPoisonCommand(env *cli.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "poison <command>",
		Short: "List, show, retry and discard the rows that syncs have set aside",
		Long: `The rows that syncs have set aside: their key is none, they do not fit the schema of the sync, or the CRM refuses
them. The rows beside them are in the CRM, and the sync has gone on. Each is kept once, however often it came, for
30 days: retry has the sync take it once more as it came, discard forgets it.`,
		Example: `  svc sync poison list
  svc sync poison show 5ab2c0e9d3f14a7788b1c2d3
  svc sync poison retry --sync ledger-invoices
  svc sync poison discard 5ab2c0e9d3f14a7788b1c2d3 --yes`,
		SuggestionsMinimumDistance: 2,
		Args:                       cmdutil.KnownSubcommand,
		RunE:                       func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		newPoisonListCommand(env), newPoisonShowCommand(env), newPoisonRetryCommand(env), newPoisonDiscardCommand(env),
	)
	return cmd
}
