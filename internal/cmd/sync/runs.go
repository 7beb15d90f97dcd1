package sync

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/control"
)

// runsFlags are the flags of `svc sync runs`.
type runsFlags struct {
	commonFlags
	sync  string
	limit int
}

func newRunsCommand(env *cli.Env) *cobra.Command {
	f := &runsFlags{}
	cmd := &cobra.Command{
		Use:   "runs",
		Short: "List the newest runs of a sync, or of all",
		Long: `List the runs of a sync, the newest first: when each began, how it ended, what it began by, and for a sync with a
source how many rows came, were upserted, were set aside, and were stood in for by a later row of the same key. The
newest 50 runs of each sync are remembered.

A run is running or waiting (for the CRM's budget, for a source that did not answer, or because its handler asked to
be called again), and ends as succeeded, succeeded_with_poison (rows were set aside), failed or cancelled.

Exit codes: 0 listed, 1 the app is not installed there, ` + commonExits + `.`,
		Example: `  svc sync runs
  svc sync runs --sync ledger-invoices --limit 5
  svc sync runs --install 1000001 --env production --json | jq '.runs[0].counts'`,
		Args: cmdutil.UsageArgs(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.limit < 1 || f.limit > control.MaxRuns {
				return cli.Usage(
					fmt.Sprintf("--limit cannot be %d", f.limit), fmt.Sprintf("give a number from 1 to %d", control.MaxRuns),
				)
			}
			return f.run(cmd.Context(), env, func(t *appworker.Target) error { return f.runs(cmd.Context(), env, t) })
		},
	}
	f.addTo(cmd)
	cmd.Flags().StringVar(&f.sync, "sync", "", "the runs of this `sync` alone")
	cmd.Flags().IntVar(&f.limit, "limit", 20, "show this `number` of runs at most")
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
	document := runsDocument{SchemaVersion: 1, Install: f.install, Runs: []control.SyncRun{}}
	for _, one := range names {
		install, runs, err := t.Client.SyncRuns(ctx, f.install, one, f.limit)
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
		env.Notef("no sync has run yet, says %s", t.Where)
		return nil
	}
	return printRuns(env, document.Runs)
}
