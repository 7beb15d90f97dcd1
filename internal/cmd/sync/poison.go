package sync

import (
	"context"
	"fmt"
	"strconv"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/control"
	"github.com/spf13/cobra"
)

func newPoisonCommand(env *cli.Env) *cobra.Command {
	return cmdutil.Group(&cobra.Command{
		Use:   "poison <command>",
		Short: "List, show, retry and discard poison rows",
		Long: `Manage poison rows: rows with an invalid key, that do not match the schema of the sync, or that the CRM
rejects. The sync writes the other rows and continues. Each poison row is stored once, however often the
source returns or posts it, for 30 days. retry gives the row to the sync again, unchanged. discard deletes it.`,
		Example: `  svc sync poison list
  svc sync poison show 5ab2c0e9d3f14a7788b1c2d3
  svc sync poison retry --sync ledger-invoices
  svc sync poison discard 5ab2c0e9d3f14a7788b1c2d3 --yes`,
	}, newPoisonListCommand(env), newPoisonShowCommand(env), newPoisonRetryCommand(env), newPoisonDiscardCommand(env))
}

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
continues where a list ended, whatever was removed meanwhile, and --all lists all rows.

` + appworker.ExitCodes("0 success", "1 not installed, or the app does not load"),
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
			return f.Run(cmd.Context(), env, func(t *appworker.Target) error { return f.list(cmd.Context(), env, t) })
		},
	}
	f.addTo(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.sync, "sync", "", "list the rows of this `sync` only")
	flags.IntVar(&f.limit, "limit", 50, "list this `number` of rows")
	flags.StringVar(&f.after, "after", "", "list the rows after this `place`, as the output names it")
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
	page, err := poisonRows(ctx, t, poisonQuery{install: f.Install, sync: of, after: f.after, limit: limit})
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
	// after is where a list before ended; "" starts at the beginning.
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

func newPoisonShowCommand(env *cli.Env) *cobra.Command {
	f := &commonFlags{}
	cmd := &cobra.Command{
		Use:   "show <row>",
		Short: "Show a poison row with its redacted data",
		Long: `Show a poison row: its key, reason, time, number of occurrences, the run and cursor of its page, and its
data from the source. The data is redacted like logs; retry uses the original data.

` + appworker.ExitCodes("0 success", "1 unknown row, not installed, or the app does not load"),
		Example: `  svc sync poison show 5ab2c0e9d3f14a7788b1c2d3
  svc sync poison show 5ab2c0e9d3f14a7788b1c2d3 --env production --install 1000001 --json`,
		Args: cmdutil.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.Run(cmd.Context(), env, func(t *appworker.Target) error {
				return f.showRow(cmd.Context(), env, t, args[0])
			})
		},
	}
	f.addTo(cmd)
	return cmd
}

func (f *commonFlags) showRow(ctx context.Context, env *cli.Env, t *appworker.Target, id string) error {
	row, err := t.Client.PoisonRow(ctx, f.Install, id)
	if isUnknownRow(err) {
		return unknownRow(t, f.Install, []string{id})
	}
	if err != nil {
		return err
	}
	if f.json {
		return env.JSON(rowDocument{1, row})
	}
	return printPoisonRow(env, row)
}

// The output of --json.
type (
	poisonDocument struct {
		SchemaVersion int `json:"schemaVersion"`
		control.PoisonPage
	}
	rowDocument struct {
		SchemaVersion int               `json:"schemaVersion"`
		Row           control.PoisonRow `json:"row"`
	}
	retriedDocument struct {
		SchemaVersion int `json:"schemaVersion"`
		Retried       int `json:"retried"`
	}
	discardedDocument struct {
		SchemaVersion int `json:"schemaVersion"`
		Discarded     int `json:"discarded"`
	}
)

func printPoison(env *cli.Env, all []control.PoisonRow) error {
	rows := make([][]string, len(all))
	for i, row := range all {
		rows[i] = []string{
			row.ID, row.String(), cmdutil.CompactJSON(row.Key), cmdutil.TimeText(row.At), strconv.Itoa(row.Times), row.Reason,
		}
	}
	return env.Table([]string{"ROW", "SYNC", "KEY", "SINCE", "COUNT", "REASON"}, rows)
}

func printPoisonRow(env *cli.Env, row control.PoisonRow) error {
	rows := [][]string{
		{"row", row.ID}, {"sync", row.String()}, {"key", cmdutil.CompactJSON(row.Key)}, {"reason", row.Reason},
		{"since", cmdutil.TimeText(row.At)}, {"count", strconv.Itoa(row.Times)}, {"run", row.Run},
	}
	if row.Cursor != "" {
		rows = append(rows, []string{"cursor", row.Cursor})
	}
	return env.Table(nil, append(rows, []string{"data", cmdutil.CompactJSON(row.Data)}))
}
