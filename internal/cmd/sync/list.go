package sync

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/control"
)

// shownRuns is the number of runs that svc sync show prints.
const shownRuns = 5

func newListCommand(env *cli.Env) *cobra.Command {
	f := &commonFlags{}
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List syncs with their schedule, state and rows",
		Long: `List the syncs of the app with the schedule, and for one install with the state and the number of
waiting and poison rows. A sync that is no longer declared is listed while it has stored data.

` + appworker.ExitCodes("0 success", "1 not installed, or the app does not load"),
		Example: `  svc sync list
  svc sync list --env production --install 1000001`,
		Args: cmdutil.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.Run(cmd.Context(), env, func(t *appworker.Target) error { return f.list(cmd.Context(), env, t) })
		},
	}
	f.addTo(cmd)
	return cmd
}

func newShowCommand(env *cli.Env) *cobra.Command {
	f := &commonFlags{}
	cmd := &cobra.Command{
		Use:   "show <sync>",
		Short: "Show a sync with its cursor and latest runs",
		Long: `Show a sync: its declaration, cursor, current and latest runs, and the number of waiting and poison rows.

` + appworker.ExitCodes("0 success", "1 not installed, or the app does not load"),
		Example: `  svc sync show ledger-invoices
  svc sync show main/ledger-invoices --install 1000001 --env production --json | jq .sync.cursor`,
		Args: cmdutil.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.Run(cmd.Context(), env, func(t *appworker.Target) error { return f.show(cmd.Context(), env, t, args[0]) })
		},
	}
	f.addTo(cmd)
	return cmd
}

// knownSyncs returns the declared syncs with their state, then syncs that are no longer declared but have stored data.
func (f *commonFlags) knownSyncs(
	ctx context.Context, t *appworker.Target,
) (install string, all []shownSync, err error) {
	declared, err := t.Client.DeclaredSyncs(ctx)
	if err != nil {
		return "", nil, err
	}
	install, kept, err := t.Client.Syncs(ctx, f.Install)
	if err != nil {
		return "", nil, err
	}
	state := map[control.SyncName]control.Sync{}
	for _, one := range kept {
		state[one.SyncName] = one
	}
	all = []shownSync{}
	for _, one := range declared {
		sync := state[one.SyncName]
		sync.SyncName = one.SyncName
		delete(state, one.SyncName)
		all = append(all, shownSync{sync, true, one.Label, one.Schedule, one.Source, one.Into})
	}
	for _, one := range kept {
		if _, gone := state[one.SyncName]; gone {
			all = append(all, shownSync{Sync: one})
		}
	}
	return install, all, nil
}

func (f *commonFlags) list(ctx context.Context, env *cli.Env, t *appworker.Target) error {
	install, syncs, err := f.knownSyncs(ctx, t)
	if err != nil {
		return err
	}
	if f.json {
		return env.JSON(syncsDocument{1, install, syncs})
	}
	if len(syncs) == 0 {
		env.Notef("no syncs %s", t.Place())
		return nil
	}
	return printSyncs(env, syncs)
}

func (f *commonFlags) show(ctx context.Context, env *cli.Env, t *appworker.Target, target string) error {
	install, syncs, err := f.knownSyncs(ctx, t)
	if err != nil {
		return err
	}
	names := make([]control.SyncName, 0, len(syncs))
	for _, one := range syncs {
		if one.Declared {
			names = append(names, one.SyncName)
		}
	}
	i, err := findSync(t, names, target) // syncs begins with the declared ones
	if err != nil {
		return err
	}
	_, runs, err := t.Client.SyncRuns(ctx, f.Install, names[i], shownRuns)
	if err != nil {
		return err
	}
	if f.json {
		return env.JSON(syncDocument{1, install, syncs[i], runs})
	}
	return printSync(env, syncs[i], runs)
}
