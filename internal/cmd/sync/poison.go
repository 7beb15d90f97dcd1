package sync

import (
	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

func newPoisonCommand(env *cli.Env) *cobra.Command {
	return cmdutil.Group(&cobra.Command{
		Use:   "poison <command>",
		Short: "List, show, retry and discard poison rows",
		Long: `Manage poison rows: rows with an invalid key, that do not match the schema of the sync, or that the CRM
rejects. The sync writes the other rows and continues. Each poison row is stored once, however often the
source returns it, for 30 days. retry gives the row to the sync again, unchanged. discard deletes it.`,
		Example: `  svc sync poison list
  svc sync poison show 5ab2c0e9d3f14a7788b1c2d3
  svc sync poison retry --sync ledger-invoices
  svc sync poison discard 5ab2c0e9d3f14a7788b1c2d3 --yes`,
	}, newPoisonListCommand(env), newPoisonShowCommand(env), newPoisonRetryCommand(env), newPoisonDiscardCommand(env))
}
