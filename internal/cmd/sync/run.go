package sync

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/control"
)

// runLookEvery is how often a run is looked at that is waited for.
const runLookEvery = time.Second

// runFlags are the flags of `svc sync run`.
type runFlags struct {
	commonFlags
	wait bool
}

func newRunCommand(env *cli.Env) *cobra.Command {
	f := &runFlags{}
	cmd := &cobra.Command{
		Use:   "run <sync>",
		Short: "Run a sync by hand, for one install",
		Long: `Run a sync by hand, for one install. A run that waits is gone on with; one that is running is left alone.

The command ends with the first step of the run: a run that has more to do goes on by itself, and --wait waits until it
has ended. Rows of a push source that wait are taken; nothing else is asked for.

On this machine the sync runs in 'svc dev'. Of a deployed app the worker's own address must be known: run the command
in the folder from which the app was deployed.

Exit codes: 0 it has run or goes on, 1 the run has failed or was cancelled, or the app is not installed there,
2 usage, or nothing serves this folder, 3 the tool failed, 7 the control key is missing or refused, 8 the worker gives
no answer, 9 the sync is running already.`,
		Example: `  svc sync run ledger-invoices --wait
  svc sync run main/ledger-invoices --install 1000001 --env production`,
		Args: cmdutil.UsageArgs(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd.Context(), env, func(t *appworker.Target) error { return f.runSync(cmd.Context(), env, t, args[0]) })
		},
	}
	f.addTo(cmd)
	cmd.Flags().BoolVar(&f.wait, "wait", false, "wait until the run has ended")
	return cmd
}

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
	var unreachable *control.UnreachableError
	run, err := worker.RunSync(ctx, f.install, name.Sync)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case isTold(err, http.StatusConflict, "sync_already_running"):
		return &cli.Error{
			Code: cli.ExitMoved, What: fmt.Sprintf("the sync %s is running already", name),
			Fix: "see svc sync runs --sync " + name.String(), Err: err,
		}
	case errors.As(err, &unreachable):
		return &cli.Error{
			Code: cli.ExitRemote, What: "the worker " + name.Worker + " does not answer at " + unreachable.Origin,
			Why: unreachable.Why, Fix: "see svc sync runs: the run may have begun, and goes on by itself then", Err: err,
		}
	case err != nil:
		return err
	}
	run.SyncName = name
	if f.wait {
		if run, err = f.await(ctx, env, t, run); err != nil {
			return err
		}
	}
	if err := f.tell(env, run); err != nil {
		return err
	}
	if run.Status == "failed" || run.Status == "cancelled" {
		return cli.Exit(cli.ExitNegative)
	}
	return nil
}

// await looks at a run until it has ended, and says what it waits for.
func (f *runFlags) await(
	ctx context.Context, env *cli.Env, t *appworker.Target, run control.SyncRun,
) (control.SyncRun, error) {
	for said := ""; ; {
		_, runs, err := t.Client.SyncRuns(ctx, f.install, run.SyncName, control.MaxRuns)
		switch {
		case ctx.Err() != nil:
			return run, context.Cause(ctx)
		case err != nil:
			return run, err
		}
		found := false
		for _, one := range runs {
			if one.ID == run.ID {
				run, found = one, true
			}
		}
		if !found {
			return run, cli.Usage("the run is not remembered any more", "see svc sync runs")
		}
		if run.Ended() {
			return run, nil
		}
		if words := runWords(run); words != said && run.Status == "waiting" {
			said = words
			env.Notef("%s", words)
		}
		if err := cmdutil.Sleep(ctx, runLookEvery); err != nil {
			return run, context.Cause(ctx)
		}
	}
}

func (f *runFlags) tell(env *cli.Env, run control.SyncRun) error {
	if f.json {
		return env.JSON(runDocument{1, run})
	}
	if err := printRun(env, run); err != nil {
		return err
	}
	if !run.Ended() {
		env.Notef("the run goes on by itself: svc sync runs --sync %s", run.SyncName)
	}
	if run.Counts != nil && run.Counts.Poison > 0 {
		env.Notef("rows were set aside: svc sync poison list --sync %s", run.SyncName)
	}
	return nil
}
