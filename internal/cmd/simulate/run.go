package simulate

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/capability"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/local"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/disposable"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/simulate"
	"github.com/appsvc/svc/internal/store"
)

const (
	// runMemory is the memory for the emulated account and the measurements, in bytes, beside that of a load.
	runMemory = 1 << 30
	// startTime and timePerCall are the processor time that a simulation may take. A call takes milliseconds; the limit is
	// for code that nothing else ends.
	startTime   = time.Minute
	timePerCall = time.Second
)

func run(ctx context.Context, env *cli.Env, o *options) error {
	input, err := readJSON(env, "--input", o.input)
	if err != nil {
		return err
	}
	outside, err := readJSON(env, "--outside", o.outside)
	if err != nil {
		return err
	}
	session, err := local.Open(env, o.dir, o.profile)
	if err != nil {
		return err
	}
	session.Untrusted = o.untrusted
	found, err := capability.Load(ctx, session, o.target, o.kind)
	if err != nil {
		return err
	}
	if err := o.fits(found, input, outside); err != nil {
		return err
	}
	if found.Kind == devserver.KindSync && o.rows == 0 && !o.callsGiven {
		o.calls = 1 // runs of a sync are sequential, and each may take minutes
	}
	options, err := o.simulation(ctx, session, found)
	if err != nil {
		return err
	}
	options.Input, options.Outside = input, outside
	progress := env.NewProgress()
	options.Progress = func(done, of int, at time.Duration) {
		progress.Show("%s of %s, %s of virtual time", simulate.Number(done), simulate.Number(of),
			simulate.Duration(float64(at.Milliseconds())))
	}
	if err := disposable.Allow(runMemory); err != nil {
		return err
	}
	disposable.Commit(disposable.Busy(startTime + time.Duration(o.calls+o.rows)*timePerCall))
	report, err := simulate.Run(ctx, *options)
	progress.Clear()
	if err != nil {
		return runError(err)
	}
	if err := printReport(env, o, report); err != nil {
		return err
	}
	if !report.OK {
		return cli.Exit(cli.ExitNegative)
	}
	return nil
}

// simulation returns the options of the simulation for a loaded project.
func (o *options) simulation(
	ctx context.Context, s *local.Session, target devserver.Capability,
) (*simulate.Options, error) {
	bindings, err := s.Bindings()
	if err != nil {
		return nil, err
	}
	worker, err := s.BuildWorker(ctx, target.File)
	if err != nil {
		return nil, err
	}
	if _, err := s.Manifest(ctx); err != nil { // the app worker runs too
		return nil, s.ShowErrors(cmdutil.LoadError(err), func(diag.Finding) bool { return true })
	}
	tier := o.parsedTier
	if tier == nil {
		if tier, err = simulate.UsualTier(s.Project.App); err != nil {
			return nil, err
		}
	}
	return &simulate.Options{
		Dir: s.Dir, Profile: s.Profile, Bindings: bindings, App: s.Project.App, Portal: s.Project.Portal,
		Manifest: s.Manifest, Worker: worker, Capability: target, Rows: o.rows, Calls: o.calls, Over: o.over,
		Isolates: o.isolates, Tier: tier, Faults: o.parsedFaults, Seed: o.seed,
	}, nil
}

// readJSON reads a flag that takes JSON. It returns nil for an absent flag.
func readJSON(env *cli.Env, flag, value string) (json.RawMessage, error) {
	if value == "" {
		return nil, nil
	}
	return cmdutil.ReadJSON(env, flag, value)
}

// runError turns an error of the simulation into one for the user.
func runError(err error) error {
	var stopped *jsvm.PoisonedError
	var state *store.Error
	switch {
	case errors.As(err, &stopped):
		return &cli.Error{
			Code: cli.ExitFailed, What: "the worker was stopped", Why: stopped.Reason,
			Fix: "run it once with svc dev invoke, which shows the position", Err: err,
		}
	case errors.Is(err, jsvm.ErrStandstill):
		return &cli.Error{
			Code: cli.ExitFailed, What: "the simulation is stuck", Why: jsvm.ErrStandstill.Error(),
			Fix: "find the promise in the handler that is never settled", Err: err,
		}
	case errors.As(err, &state):
		return local.StateError(err)
	}
	return local.RunError(err)
}
