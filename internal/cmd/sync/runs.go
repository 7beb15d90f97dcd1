package sync

import (
	"cmp"
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/control"
)

type runsFlags struct {
	commonFlags
	sync  string
	limit int
}

func newRunsCommand(env *cli.Env) *cobra.Command {
	f := &runsFlags{}
	cmd := &cobra.Command{
		Use:   "runs",
		Short: "List the latest runs of syncs",
		Long: `List the runs of syncs, latest first: start, status, cause, and for syncs with a source the numbers of
rows, of upserted rows, of poison rows and of duplicates, which a later row with the same key replaced.
The latest 50 runs of each sync are stored.

A run is running or waiting (for the CRM's call budget, for a source that did not answer, or because its
handler asked for another call). It ends as succeeded, succeeded_with_poison, failed or cancelled.

` + appworker.ExitCodes("0 success", "1 not installed, or the app does not load"),
		Example: `  svc sync runs
  svc sync runs --sync ledger-invoices --limit 5
  svc sync runs --install 1000001 --env production --json | jq '.runs[0].counts'`,
		Args: cmdutil.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := cmdutil.InRange("--limit", f.limit, 1, control.MaxRuns); err != nil {
				return err
			}
			return f.Run(cmd.Context(), env, func(t *appworker.Target) error { return f.runs(cmd.Context(), env, t) })
		},
	}
	f.addTo(cmd)
	cmd.Flags().StringVar(&f.sync, "sync", "", "list the runs of this `sync` only")
	cmd.Flags().IntVar(&f.limit, "limit", 20, "list at most this `number` of runs")
	return cmd
}

func (f *runsFlags) runs(ctx context.Context, env *cli.Env, t *appworker.Target) error {
	names, err := syncNames(ctx, t)
	if err != nil {
		return err
	}
	if f.sync != "" {
		i, err := findSync(t, names, f.sync)
		if err != nil {
			return err
		}
		names = names[i : i+1]
	}
	document := runsDocument{SchemaVersion: 1, Install: f.Install, Runs: []control.SyncRun{}}
	for _, one := range names {
		install, runs, err := t.Client.SyncRuns(ctx, f.Install, one, f.limit)
		if err != nil {
			return err
		}
		document.Install, document.Runs = install, append(document.Runs, runs...)
	}
	slices.SortStableFunc(document.Runs, func(a, b control.SyncRun) int { return cmp.Compare(b.StartedAt, a.StartedAt) })
	document.Runs = document.Runs[:min(f.limit, len(document.Runs))]
	if f.json {
		return env.JSON(document)
	}
	if len(document.Runs) == 0 {
		env.Notef("no runs %s", t.Place())
		return nil
	}
	return printRuns(env, document.Runs)
}
