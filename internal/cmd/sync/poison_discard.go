package sync

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/control"
)

func newPoisonDiscardCommand(env *cli.Env) *cobra.Command {
	f := &changeFlags{}
	cmd := &cobra.Command{
		Use:   "discard <row>... | --sync <sync>",
		Short: "Delete poison rows for good",
		Long: `Delete poison rows for good: the named rows, or all rows of a sync. Records in the CRM do not change. If
the source returns such a row again, it becomes a poison row again.

The command asks for a confirmation. Without a terminal it requires --yes. An unknown row is an error,
and nothing changes.

Exit codes: 0 discarded, 1 unknown row, or not installed, 6 cancelled, or --yes is missing,
` + appworker.Exits + `.`,
		Example: `  svc sync poison discard 5ab2c0e9d3f14a7788b1c2d3
  svc sync poison discard --sync ledger-invoices --yes`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !f.yes && !env.CanPrompt() {
				return cli.ConfirmationRequired("add --yes to discard the rows for good")
			}
			return f.change(cmd, env, args, f.discard)
		},
	}
	f.addTo(cmd)
	cmd.Flags().BoolVar(&f.yes, "yes", false, "skip the confirmation")
	return cmd
}

// discard deletes rows.
func (f *changeFlags) discard(ctx context.Context, env *cli.Env, t *appworker.Target, ids []string) error {
	if !f.yes && len(ids) > 0 {
		what := cli.Count(len(ids), "row")
		if f.sync != "" {
			what += " of the sync " + f.sync
		}
		if err := cli.NewPrompter(env).Confirm(
			fmt.Sprintf("Discard %s %s? This cannot be undone.", what, t.Place()),
		); err != nil {
			return err
		}
	}
	done := 0
	for some := range slices.Chunk(ids, control.MaxPoisonRows) {
		count, err := t.Client.DiscardPoison(ctx, f.install, some)
		done += count
		if err != nil {
			return err
		}
	}
	if f.json {
		return env.JSON(discardedDocument{1, done})
	}
	env.Notef("discarded %s %s", cli.Count(done, "row"), t.Place())
	return nil
}
