package sync

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/control"
)

// pollInterval is the interval between reads of a run that --wait waits for.
const pollInterval = time.Second

type runFlags struct {
	commonFlags
	wait bool
}

func newRunCommand(env *cli.Env) *cobra.Command {
	f := &runFlags{}
	cmd := &cobra.Command{
		Use:   "run <sync>",
		Short: "Run a sync now",
		Long: `Run a sync for one install. A waiting run is resumed. A sync that is already running is an error.

The command returns after the first step of the run. A longer run continues on its own; --wait waits
until it ends. A sync with a push source processes the rows that wait.

A handler that asks to be called later ends the command, with --wait too: the run stays, and the next
start of the sync resumes it, by its schedule or by this command.

Locally the sync runs in the server of 'svc dev'. For a deployed app, run the command in the folder that
the app was deployed from: its link has the worker's address.

Exit codes: 0 the run succeeded or continues, 1 it failed or was cancelled, or with --wait stays unfinished
until the sync is started again, or not installed, 2 usage error, or no server is running in this folder, 3
internal error, 7 missing or rejected control key, 8 worker unreachable, 9 the sync is already running.`,
		Example: `  svc sync run ledger-invoices --wait
  svc sync run main/ledger-invoices --install 1000001 --env production`,
		Args: cmdutil.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.Run(cmd.Context(), env, func(t *appworker.Target) error {
				return f.runSync(cmd.Context(), env, t, args[0])
			})
		},
	}
	f.addTo(cmd)
	cmd.Flags().BoolVar(&f.wait, "wait", false, "wait until the run ends")
	return cmd
}

// runSync starts or resumes a run.
func (f *runFlags) runSync(parent context.Context, env *cli.Env, t *appworker.Target, target string) error {
	ctx, stop := cli.Interruptible(parent)
	defer stop()
	name, err := oneSync(ctx, t, target)
	if err != nil {
		return err
	}
	worker, err := t.Worker(name.Worker)
	if err != nil {
		return err
	}
	run, err := worker.RunSync(ctx, f.Install, name.Sync)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return startError(name, err)
	}
	run.SyncName = name
	switch {
	case f.wait:
		run, err = f.await(ctx, env, t, run)
	case run.Status == "waiting": // the worker does not answer what it waits for
		run, err = f.stored(ctx, t, run)
	}
	if err != nil {
		return err
	}
	if err := f.print(env, run); err != nil {
		return err
	}
	if run.Status == "failed" || run.Status == "cancelled" || f.wait && run.NeedsStart() {
		return cli.Exit(cli.ExitNegative)
	}
	return nil
}

// startError turns an error of the start of a run into one for the user.
func startError(name control.SyncName, err error) error {
	var unreachable *control.UnreachableError
	switch {
	case appworker.IsError(err, http.StatusConflict, "sync_already_running"):
		return &cli.Error{
			Code: cli.ExitMoved, What: fmt.Sprintf("the sync %s is already running", name),
			Fix: "see 'svc sync runs --sync " + name.String() + "'", Err: err,
		}
	case appworker.IsError(err, http.StatusConflict, "stale_run"):
		return &cli.Error{
			Code: cli.ExitMoved, What: fmt.Sprintf("the run of the sync %s ended meanwhile", name),
			Why: "its install was erased, or another step of the run took over",
			Fix: "see 'svc sync runs --sync " + name.String() + "'", Err: err,
		}
	case errors.As(err, &unreachable):
		return &cli.Error{
			Code: cli.ExitRemote, What: "the worker " + name.Worker + " does not answer at " + unreachable.Origin,
			Why: unreachable.Why, Fix: "see 'svc sync runs': the run may have started, and then continues on its own", Err: err,
		}
	}
	return err
}

// await reads a run until it ends or only another start would resume it, and prints what it waits for.
func (f *runFlags) await(
	ctx context.Context, env *cli.Env, t *appworker.Target, run control.SyncRun,
) (control.SyncRun, error) {
	for printed := ""; ; {
		var err error
		if run, err = f.stored(ctx, t, run); err != nil {
			return run, err
		}
		if run.Ended() || run.NeedsStart() {
			return run, nil
		}
		if words := runText(run); words != printed && run.Status == "waiting" {
			printed = words
			env.Notef("%s", words)
		}
		if err := cmdutil.Sleep(ctx, pollInterval); err != nil {
			return run, context.Cause(ctx)
		}
	}
}

// stored returns a run as the install's actor has it.
func (f *runFlags) stored(ctx context.Context, t *appworker.Target, run control.SyncRun) (control.SyncRun, error) {
	_, runs, err := t.Client.SyncRuns(ctx, f.Install, run.SyncName, control.MaxRuns)
	switch {
	case ctx.Err() != nil:
		return run, context.Cause(ctx)
	case err != nil:
		return run, err
	}
	at := slices.IndexFunc(runs, func(one control.SyncRun) bool { return one.ID == run.ID })
	if at < 0 {
		return run, cli.Usage("cannot show the run: the app has deleted it", "list the stored runs with 'svc sync runs'")
	}
	return runs[at], nil
}

// print prints a run.
func (f *runFlags) print(env *cli.Env, run control.SyncRun) error {
	if f.json {
		return env.JSON(runDocument{1, run})
	}
	if err := printRun(env, run); err != nil {
		return err
	}
	switch {
	case run.Ended():
	case run.NeedsStart():
		env.Notef("the run is not finished: the next start of the sync resumes it, such as 'svc sync run %s'", run.SyncName)
	default:
		env.Notef("the run continues: see 'svc sync runs --sync %s'", run.SyncName)
	}
	if run.Counts != nil && run.Counts.Poison > 0 {
		env.Notef("the run has poison rows: see 'svc sync poison list --sync %s'", run.SyncName)
	}
	return nil
}
