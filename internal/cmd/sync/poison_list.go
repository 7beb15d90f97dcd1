package sync

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/control"
)

// poisonFlags are the flags of `svc sync poison list`.
type poisonFlags struct {
	commonFlags
	sync, after string
	limit       int
	all         bool
}

func newPoisonListCommand(env *cli.Env) *cobra.Command {
	f := &poisonFlags{}
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the rows that were set aside, with why",
		Long: `List the rows that were set aside, the oldest of each sync first, with why. --limit rows are listed; --after goes
on after the row of that id, --all reads to the end.

Exit codes: 0 listed, 1 the app is not installed there, ` + commonExits + `.`,
		Example: `  svc sync poison list --sync ledger-invoices
  svc sync poison list --all --json | jq -r '.rows[] | [.key, .reason] | @tsv'`,
		Args: cmdutil.UsageArgs(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case f.limit < 1:
				return cli.Usage(fmt.Sprintf("--limit cannot be %d", f.limit), "give a number from 1, or --all")
			case f.all && cmd.Flags().Changed("limit"):
				return cli.Usage("--all and --limit exclude each other", "leave out one of the two")
			}
			return f.run(cmd.Context(), env, func(t *appworker.Target) error { return f.list(cmd.Context(), env, t) })
		},
	}
	f.addTo(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.sync, "sync", "", "the rows of this `sync` alone")
	flags.IntVar(&f.limit, "limit", 50, "list this `number` of rows")
	flags.StringVar(&f.after, "after", "", "list what follows the row of this `id`")
	flags.BoolVar(&f.all, "all", false, "list all rows")
	return cmd
}

func (f *poisonFlags) list(ctx context.Context, env *cli.Env, t *appworker.Target) error {
	of, err := oneSync(ctx, t, f.sync)
	if err != nil {
		return err
	}
	limit := f.limit
	if f.all {
		limit = 0
	}
	page, err := poisonRows(ctx, t, f.install, of, f.after, limit)
	if err != nil {
		return err
	}
	if f.json {
		return env.JSON(poisonDocument{1, page})
	}
	if len(page.Rows) == 0 {
		env.Notef("no rows are set aside, says %s", t.Where)
		return nil
	}
	if err := printPoison(env, page.Rows); err != nil {
		return err
	}
	if page.Next != "" {
		env.Notef("there are more: add --after %s, or --all", page.Next)
	}
	return nil
}

// poisonRows reads pages until there are as many rows as wanted; 0 for all.
func poisonRows(
	ctx context.Context, t *appworker.Target, install string, of control.SyncName, after string, limit int,
) (control.PoisonPage, error) {
	all := control.PoisonPage{Rows: []control.PoisonRow{}, Next: after}
	for {
		most := control.MaxPoisonRows
		if limit > 0 {
			most = min(most, limit-len(all.Rows))
		}
		page, err := t.Client.Poison(ctx, install, of, all.Next, most)
		if err != nil {
			return all, err
		}
		isStuck := page.Next == all.Next || len(page.Rows) == 0
		all.Install, all.Next, all.Rows = page.Install, page.Next, append(all.Rows, page.Rows...)
		if all.Next == "" || isStuck || limit > 0 && len(all.Rows) >= limit {
			return all, nil
		}
	}
}
