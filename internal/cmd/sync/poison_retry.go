package sync

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/control"
)

func newPoisonRetryCommand(env *cli.Env) *cobra.Command {
	f := &changeFlags{}
	cmd := &cobra.Command{
		Use:   "retry <row>... | --sync <sync>",
		Short: "Retry poison rows",
		Long: `Retry poison rows with their original data: the named rows, or all rows of a sync. They leave the list
and wait for the sync, which runs soon. A row that is still invalid becomes a poison row again. If a
record was updated in the meantime, it gets the older values of the row.

An unknown row is an error, and nothing changes. Local syncs run while 'svc dev' runs.

Exit codes: 0 success, 1 unknown row, or not installed,
` + appworker.Exits + `.`,
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
		count, err := t.Client.RetryPoison(ctx, f.install, some)
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
		env.Notef("no server runs in this folder: start 'svc dev' to run the sync")
	}
	return nil
}
