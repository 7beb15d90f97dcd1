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
		Short: "List poison rows with their reasons",
		Long: `List poison rows with their reasons, by sync and oldest first. --limit is the number of rows, --after
continues after a row, and --all lists all rows.

Exit codes: 0 success, 1 not installed,
` + appworker.Exits + `.`,
		Example: `  svc sync poison list --sync ledger-invoices
  svc sync poison list --all --json | jq -r '.rows[] | [.key, .reason] | @tsv'`,
		Args: cmdutil.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case f.limit < 1:
				return cli.Usage(fmt.Sprintf("invalid --limit %d: expected a number from 1", f.limit), "use --all for all rows")
			case f.all && cmd.Flags().Changed("limit"):
				return cli.Usage("--all and --limit exclude each other", "leave out one of them")
			}
			return f.run(cmd.Context(), env, func(t *appworker.Target) error { return f.list(cmd.Context(), env, t) })
		},
	}
	f.addTo(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.sync, "sync", "", "list the rows of this `sync` only")
	flags.IntVar(&f.limit, "limit", 50, "list this `number` of rows")
	flags.StringVar(&f.after, "after", "", "list the rows after the row with this `id`")
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
	page, err := poisonRows(ctx, t, poisonQuery{install: f.install, sync: of, after: f.after, limit: limit})
	if err != nil {
		return err
	}
	if f.json {
		return env.JSON(poisonDocument{1, page})
	}
	if len(page.Rows) == 0 {
		env.Notef("no poison rows %s", t.Place())
		return nil
	}
	if err := printPoison(env, page.Rows); err != nil {
		return err
	}
	if page.Next != "" {
		env.Notef("there are more rows: add --after %s, or --all", page.Next)
	}
	return nil
}

// poisonQuery selects poison rows.
type poisonQuery struct {
	install string
	sync    control.SyncName
	// after is the id before the first row; "" starts at the beginning.
	after string
	// limit is the number of rows; 0 means all rows.
	limit int
}

// poisonRows reads pages until it has the rows of the query.
func poisonRows(ctx context.Context, t *appworker.Target, q poisonQuery) (control.PoisonPage, error) {
	all := control.PoisonPage{Rows: []control.PoisonRow{}, Next: q.after}
	for {
		most := control.MaxPoisonRows
		if q.limit > 0 {
			most = min(most, q.limit-len(all.Rows))
		}
		page, err := t.Client.Poison(ctx, q.install, q.sync, all.Next, most)
		if err != nil {
			return all, err
		}
		isStuck := page.Next == all.Next || len(page.Rows) == 0
		all.Install, all.Next, all.Rows = page.Install, page.Next, append(all.Rows, page.Rows...)
		if all.Next == "" || isStuck || q.limit > 0 && len(all.Rows) >= q.limit {
			return all, nil
		}
	}
}
