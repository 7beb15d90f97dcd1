package sync

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/control"
	"github.com/spf13/cobra"
)

// changeFlags are the flags of retry and discard.
type changeFlags struct {
	commonFlags
	sync string
	yes  bool
}

func (f *changeFlags) addTo(cmd *cobra.Command) {
	f.commonFlags.addTo(cmd)
	cmd.Flags().StringVar(&f.sync, "sync", "", "use all rows of this `sync`")
}

// change finds the rows and runs work on them.
func (f *changeFlags) change(
	cmd *cobra.Command, env *cli.Env, args []string,
	work func(ctx context.Context, env *cli.Env, t *appworker.Target, ids []string) error,
) error {
	switch {
	case len(args) == 0 && f.sync == "":
		return cli.Usage("no rows are named", "pass ids from 'svc sync poison list', or --sync <sync> for all rows of a sync")
	case len(args) > 0 && f.sync != "":
		return cli.Usage("--sync and ids of rows exclude each other", "leave out one of them")
	}
	return f.Run(cmd.Context(), env, func(t *appworker.Target) error {
		ids, err := f.chosen(cmd.Context(), t, args)
		if err != nil {
			return err
		}
		return work(cmd.Context(), env, t, ids)
	})
}

// chosen returns the ids of the rows: those of the arguments, which must all exist, or those of the sync.
func (f *changeFlags) chosen(ctx context.Context, t *appworker.Target, args []string) ([]string, error) {
	var ids, unknown []string
	if f.sync != "" {
		of, err := oneSync(ctx, t, f.sync)
		if err != nil {
			return nil, err
		}
		page, err := poisonRows(ctx, t, poisonQuery{install: f.Install, sync: of})
		for _, row := range page.Rows {
			ids = append(ids, row.ID)
		}
		return ids, err
	}
	for _, id := range args {
		if slices.Contains(ids, id) || slices.Contains(unknown, id) {
			continue
		}
		_, err := t.Client.PoisonRow(ctx, f.Install, id)
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
		return nil, unknownRow(t, f.Install, unknown)
	}
	return ids, nil
}

func newPoisonDiscardCommand(env *cli.Env) *cobra.Command {
	f := &changeFlags{}
	cmd := &cobra.Command{
		Use:   "discard <row>... | --sync <sync>",
		Short: "Delete poison rows for good",
		Long: `Delete poison rows for good: the named rows, or all rows of a sync. Records in the CRM do not change. If
the source returns such a row again, it becomes a poison row again.

The command asks for a confirmation. Without a terminal it requires --yes. An unknown row is an error,
and nothing changes.

` + appworker.ExitCodes(
			"0 discarded", "1 unknown row, not installed, or the app does not load", "6 cancelled, or --yes is missing",
		),
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
		count, err := t.Client.DiscardPoison(ctx, f.Install, some)
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

func newPoisonRetryCommand(env *cli.Env) *cobra.Command {
	f := &changeFlags{}
	cmd := &cobra.Command{
		Use:   "retry <row>... | --sync <sync>",
		Short: "Retry poison rows",
		Long: `Retry poison rows with their original data: the named rows, or all rows of a sync. They leave the list
and wait for the sync, which runs soon. A row that is still invalid becomes a poison row again. If a
record was updated in the meantime, it gets the older values of the row.

An unknown row is an error, and nothing changes. Local syncs run while 'svc dev' runs.

` + appworker.ExitCodes("0 success", "1 unknown row, not installed, or the app does not load"),
		Example: `  svc sync poison retry 5ab2c0e9d3f14a7788b1c2d3
  svc sync poison retry --sync ledger-invoices --install 1000001 --env production`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.change(cmd, env, args, f.retry)
		},
	}
	f.addTo(cmd)
	return cmd
}

// retry gives rows to the sync again.
func (f *changeFlags) retry(ctx context.Context, env *cli.Env, t *appworker.Target, ids []string) error {
	done := 0
	for some := range slices.Chunk(ids, control.MaxPoisonRows) {
		count, err := t.Client.RetryPoison(ctx, f.Install, some)
		done += count
		if appworker.IsError(err, http.StatusServiceUnavailable, "inbox_full") {
			return &cli.Error{
				Code: cli.ExitRemote,
				What: fmt.Sprintf("%d of %s retried; too many rows wait for the sync", done, cli.Count(len(ids), "row")),
				Why:  appworker.Message(err), Err: err,
				Fix: "run the command again when the sync has processed the waiting rows: see 'svc sync list'",
			}
		}
		if err != nil {
			return err
		}
	}
	if f.json {
		return env.JSON(retriedDocument{1, done})
	}
	env.Notef("%s to retry; the sync runs soon", cli.Count(done, "row"))
	if t.Idle && done > 0 {
		env.Notef("no server is running in this folder: start 'svc dev' to run the sync")
	}
	return nil
}
