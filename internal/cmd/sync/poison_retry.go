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
		Short: "Have a sync take rows once more that it has set aside",
		Long: `Have a sync take rows once more, as they came: those that are named, or all of a sync. They leave the list and wait
for the sync, which runs soon; a row that still does not fit is set aside again. What a row means may have changed since:
a record that was updated meanwhile gets the older values of the row.

An unknown row is an error, and nothing is changed. On this machine the sync runs when 'svc dev' does.

Exit codes: 0 they are tried again, 1 one of the rows is not set aside, or the app is not installed there,
` + commonExits + `.`,
		Example: `  svc sync poison retry 5ab2c0e9d3f14a7788b1c2d3
  svc sync poison retry --sync ledger-invoices --install 1000001 --env production`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.change(cmd, env, args, func(
				ctx context.Context, t *appworker.Target, ids []string,
			) error {
				return f.retry(ctx, env, t, ids)
			})
		},
	}
	f.addTo(cmd)
	return cmd
}

func (f *changeFlags) retry(ctx context.Context, env *cli.Env, t *appworker.Target, ids []string) error {
	done := 0
	for some := range slices.Chunk(ids, control.MaxPoisonRows) {
		count, err := t.Client.RetryPoison(ctx, f.install, some)
		done += count
		if isTold(err, http.StatusServiceUnavailable, "inbox_full") {
			return &cli.Error{
				Code: cli.ExitRemote,
				What: fmt.Sprintf("%d of %s are tried again; there is no room for more", done, cli.Count(len(ids), "row")),
				Why:  appworker.Message(err), Fix: "repeat the command when the sync has taken the rows that wait: svc sync list", Err: err,
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
	if t.Idle && done > 0 {
		env.Notef("nothing serves this folder: the sync runs when 'svc dev' does")
	}
	return nil
}
