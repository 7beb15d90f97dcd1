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
		Short: "Forget rows for good that a sync has set aside",
		Long: `Forget rows for good: those that are named, or all of a sync. The records that they would have changed stay as they
are. A source that gives such a row once more has it set aside once more.

It asks first; where nobody can be asked it needs --yes. An unknown row is an error, and nothing is changed.

Exit codes: 0 discarded, 1 one of the rows is not set aside, or the app is not installed there, 2 usage, 3 the tool
failed, 6 declined or nobody could be asked, 7 the control key is missing or refused, 8 the app worker gives no answer,
9 another process holds the state.`,
		Example: `  svc sync poison discard 5ab2c0e9d3f14a7788b1c2d3
  svc sync poison discard --sync ledger-invoices --yes`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !f.yes && !env.CanPrompt() {
				return &cli.Error{
					Code: cli.ExitWouldPrompt, What: "--yes is missing, and there is no terminal to ask on",
					Fix: "add --yes: what is discarded cannot be brought back",
				}
			}
			return f.change(cmd, env, args, func(
				ctx context.Context, t *appworker.Target, ids []string,
			) error {
				return f.discard(ctx, env, t, ids)
			})
		},
	}
	f.addTo(cmd)
	cmd.Flags().BoolVar(&f.yes, "yes", false, "discard without asking")
	return cmd
}

func (f *changeFlags) discard(ctx context.Context, env *cli.Env, t *appworker.Target, ids []string) error {
	if !f.yes && len(ids) > 0 {
		what := cli.Count(len(ids), "row")
		if f.sync != "" {
			what += " of the sync " + f.sync
		}
		if err := cli.NewPrompter(env).Confirm(
			fmt.Sprintf("discard %s in %s? It cannot be undone.", what, t.Where),
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
	env.Notef("%s discarded, in %s", cli.Count(done, "row"), t.Where)
	return nil
}
