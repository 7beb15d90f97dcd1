// This file is `svc sync poison retry` and `svc sync poison discard`.

package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/control"
)

// changeFlags are the flags of the commands that take rows away.
type changeFlags struct {
	syncFlags
	sync string
	yes  bool
}

func newPoisonRetryCommand(env *cli.Env) *cobra.Command {
	f := &changeFlags{}
	cmd := &cobra.Command{
		Use:   "retry <row>... | --sync <sync>",
		Short: "Have a sync take rows once more that it has set aside",
		Long: `Have a sync take rows once more, as they came: those that are named, or all of a sync. They leave the list and wait
for the sync, which runs soon; a row that still does not fit is set aside again. What a row means may have changed since:
a record that was updated meanwhile gets the older values of the row.

An unknown row is an error, and nothing is changed. On this machine the sync runs when 'svc dev' does.

Exit codes: 0 they are tried again, 1 one of the rows is not set aside, or the app is not installed there,
` + syncExits + `.`,
		Example: `  svc sync poison retry 5ab2c0e9d3f14a7788b1c2d3
  svc sync poison retry --sync ledger-invoices --install 1000001 --env production`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.change(cmd, env, args, func(
				ctx context.Context, t *controlTarget, ids []string,
			) error {
				return f.retry(ctx, env, t, ids)
			})
		},
	}
	f.addTo(cmd)
	return cmd
}

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
				ctx context.Context, t *controlTarget, ids []string,
			) error {
				return f.discard(ctx, env, t, ids)
			})
		},
	}
	f.addTo(cmd)
	cmd.Flags().BoolVar(&f.yes, "yes", false, "discard without asking")
	return cmd
}

func (f *changeFlags) addTo(cmd *cobra.Command) {
	f.syncFlags.addTo(cmd)
	cmd.Flags().StringVar(&f.sync, "sync", "", "all rows of this `sync`")
}

// change finds the rows that are meant.
func (f *changeFlags) change(
	cmd *cobra.Command, env *cli.Env, args []string, work func(context.Context, *controlTarget, []string) error,
) error {
	switch {
	case len(args) == 0 && f.sync == "":
		return cli.Usage(
			"no rows are named",
			"name them by their ids, as svc sync poison list shows them, or write --sync <sync> for all of a sync",
		)
	case len(args) > 0 && f.sync != "":
		return cli.Usage("--sync means all rows of a sync, and excludes the ids of rows", "leave out one of the two")
	}
	return f.run(cmd.Context(), env, func(t *controlTarget) error {
		ids, err := f.chosen(cmd.Context(), t, args)
		if err != nil {
			return err
		}
		return work(cmd.Context(), t, ids)
	})
}

// chosen are the ids of the rows: those of the arguments, all of which must be there, or those of the sync.
func (f *changeFlags) chosen(ctx context.Context, t *controlTarget, args []string) ([]string, error) {
	var ids, unknown []string
	if f.sync != "" {
		of, err := oneSync(ctx, t, f.sync)
		if err != nil {
			return nil, err
		}
		page, err := poisonRows(ctx, t, f.install, of, "", 0)
		for _, row := range page.Rows {
			ids = append(ids, row.ID)
		}
		return ids, err
	}
	for _, id := range args {
		if slices.Contains(ids, id) || slices.Contains(unknown, id) {
			continue
		}
		_, err := t.client.PoisonRow(ctx, f.install, id)
		switch {
		case isUnknownRow(err):
			unknown = append(unknown, id)
		case err != nil:
			return nil, err
		default:
			ids = append(ids, id)
		}
	}
	if len(unknown) > 0 {
		return nil, unknownRow(t, f.install, unknown)
	}
	return ids, nil
}

func (f *changeFlags) retry(ctx context.Context, env *cli.Env, t *controlTarget, ids []string) error {
	done := 0
	for some := range slices.Chunk(ids, control.MaxPoisonRows) {
		count, err := t.client.RetryPoison(ctx, f.install, some)
		done += count
		if isTold(err, http.StatusServiceUnavailable, "inbox_full") {
			return &cli.Error{
				Code: cli.ExitRemote,
				What: fmt.Sprintf("%d of %s are tried again; there is no room for more", done, cli.Count(len(ids), "row")),
				Why:  message(err), Fix: "repeat the command when the sync has taken the rows that wait: svc sync list", Err: err,
			}
		}
		if err != nil {
			return err
		}
	}
	if f.json {
		return env.JSON(retriedDocument{1, done})
	}
	env.Notef("%s: the sync takes them soon", cli.Count(done, "row")+" tried again")
	if t.idle && done > 0 {
		env.Notef("nothing serves this folder: the sync runs when 'svc dev' does")
	}
	return nil
}

func (f *changeFlags) discard(ctx context.Context, env *cli.Env, t *controlTarget, ids []string) error {
	if !f.yes && len(ids) > 0 {
		what := cli.Count(len(ids), "row")
		if f.sync != "" {
			what += " of the sync " + f.sync
		}
		if err := cli.NewPrompter(env).Confirm(
			fmt.Sprintf("discard %s in %s? It cannot be undone.", what, t.where),
		); err != nil {
			return err
		}
	}
	done := 0
	for some := range slices.Chunk(ids, control.MaxPoisonRows) {
		count, err := t.client.DiscardPoison(ctx, f.install, some)
		done += count
		if err != nil {
			return err
		}
	}
	if f.json {
		return env.JSON(discardedDocument{1, done})
	}
	env.Notef("%s discarded, in %s", cli.Count(done, "row"), t.where)
	return nil
}
