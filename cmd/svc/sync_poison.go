// This file is `svc sync poison`: rows that were set aside are listed and shown.

package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/control"
)

// poisonFlags are the flags of `svc sync poison list`.
type poisonFlags struct {
	syncFlags
	sync, after string
	limit       int
	all         bool
}

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
		Args:                       knownSubcommand,
		RunE:                       func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		newPoisonListCommand(env), newPoisonShowCommand(env), newPoisonRetryCommand(env), newPoisonDiscardCommand(env),
	)
	return cmd
}

func newPoisonListCommand(env *cli.Env) *cobra.Command {
	f := &poisonFlags{}
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the rows that were set aside, with why",
		Long: `List the rows that were set aside, the oldest of each sync first, with why. --limit rows are listed; --after goes
on after the row of that id, --all reads to the end.

Exit codes: 0 listed, 1 the app is not installed there, ` + syncExits + `.`,
		Example: `  svc sync poison list --sync ledger-invoices
  svc sync poison list --all --json | jq -r '.rows[] | [.key, .reason] | @tsv'`,
		Args: usageArgs(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case f.limit < 1:
				return cli.Usage(fmt.Sprintf("--limit cannot be %d", f.limit), "give a number from 1, or --all")
			case f.all && cmd.Flags().Changed("limit"):
				return cli.Usage("--all and --limit exclude each other", "leave out one of the two")
			}
			return f.run(cmd.Context(), env, func(t *controlTarget) error { return f.list(cmd.Context(), env, t) })
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

func newPoisonShowCommand(env *cli.Env) *cobra.Command {
	f := &syncFlags{}
	cmd := &cobra.Command{
		Use:   "show <row>",
		Short: "Show a row that was set aside with its data, redacted",
		Long: `Show a row that was set aside: its key, why, since when and how often, the run and the cursor of its page, and its
data as the source gave it. What the app redacts in logs is redacted here too; retry has the sync take the row as it came.

Exit codes: 0 shown, 1 no such row is set aside, or the app is not installed there, ` + syncExits + `.`,
		Args: usageArgs(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd.Context(), env, func(t *controlTarget) error { return f.showRow(cmd.Context(), env, t, args[0]) })
		},
	}
	f.addTo(cmd)
	return cmd
}

func (f *poisonFlags) list(ctx context.Context, env *cli.Env, t *controlTarget) error {
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
		env.Notef("no rows are set aside, says %s", t.where)
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
	ctx context.Context, t *controlTarget, install string, of control.SyncName, after string, limit int,
) (control.PoisonPage, error) {
	all := control.PoisonPage{Rows: []control.PoisonRow{}, Next: after}
	for {
		most := control.MaxPoisonRows
		if limit > 0 {
			most = min(most, limit-len(all.Rows))
		}
		page, err := t.client.Poison(ctx, install, of, all.Next, most)
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

func (f *syncFlags) showRow(ctx context.Context, env *cli.Env, t *controlTarget, id string) error {
	row, err := t.client.PoisonRow(ctx, f.install, id)
	if isUnknownRow(err) {
		return unknownRow(t, f.install, []string{id})
	}
	if err != nil {
		return err
	}
	if f.json {
		return env.JSON(rowDocument{1, row})
	}
	return printPoisonRow(env, row)
}
