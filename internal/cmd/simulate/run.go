package simulate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/appsvc/svc/devserver"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/capability"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/local"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/simulate"
	"github.com/appsvc/svc/internal/store"
)

// run loads, simulates, prints.
func run(ctx context.Context, env *cli.Env, o *options) error {
	input, err := readJSONFlag(env, "--input", o.input)
	if err != nil {
		return err
	}
	outside, err := readJSONFlag(env, "--outside", o.outside)
	if err != nil {
		return err
	}
	session, err := local.Open(env, o.dir, o.profile)
	if err != nil {
		return err
	}
	capability, err := capability.Load(ctx, session, o.target, o.kind)
	if err != nil {
		return err
	}
	if err := o.fits(capability, input, outside); err != nil {
		return err
	}
	if capability.Kind == devserver.KindSync && o.rows == 0 && !o.callsGiven {
		o.calls = 1 // runs of a sync follow one another, and each may take minutes
	}
	options, err := o.simulation(ctx, session, capability)
	if err != nil {
		return err
	}
	options.Input, options.Outside = input, outside
	progress := env.NewProgress()
	options.Progress = func(done, of int, at time.Duration) {
		progress.Show("%s of %s, %s of virtual time", simulate.Number(done), simulate.Number(of), simulate.Duration(
			float64(at.Milliseconds()),
		))
	}
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

// simulation are the options that follow from the project and the flags.
func (o *options) simulation(
	ctx context.Context, s *local.Session, capability devserver.Capability,
) (*simulate.Options, error) {
	bindings, err := s.Bindings()
	if err != nil {
		return nil, err
	}
	worker, err := s.BuildWorker(ctx, capability.File)
	if err != nil {
		return nil, err
	}
	if _, err := s.Manifest(ctx); err != nil { // the app worker runs too
		return nil, s.ShowErrors(cmdutil.LoadError(err), func(diag.Finding) bool { return true })
	}
	tier := o.chosen
	if tier == nil {
		if tier, err = simulate.UsualTier(s.Project.App); err != nil {
			return nil, err
		}
	}
	return &simulate.Options{
		Dir: s.Dir, Profile: s.Profile, Bindings: bindings, App: s.Project.App, Manifest: s.Manifest, Worker: worker,
		Capability: capability, Rows: o.rows, Calls: o.calls, Over: o.over, Isolates: o.isolates, Tier: tier, Faults: o.broken,
		Seed: o.seed,
	}, nil
}

// readJSONFlag reads a flag that holds JSON; nil when it was not given.
func readJSONFlag(env *cli.Env, flag, value string) (json.RawMessage, error) {
	if value == "" {
		return nil, nil
	}
	text, err := env.ReadArg(value)
	if err != nil {
		return nil, cli.Usage(
			fmt.Sprintf("%s: %s cannot be read: %s", flag, strings.TrimPrefix(value, "@"), cli.Reason(err)),
			"name a file that is there",
		)
	}
	text = bytes.TrimSpace(text)
	if !json.Valid(text) {
		return nil, cli.Usage(flag+" is no JSON", `write JSON such as {"number": "118"}, or @file`)
	}
	return text, nil
}

// runError tells what kept a run from its end.
func runError(err error) error {
	var stopped *jsvm.PoisonedError
	var told *store.Error
	switch {
	case errors.As(err, &stopped):
		return &cli.Error{
			Code: cli.ExitFailed, What: "the worker was stopped", Why: stopped.Reason,
			Fix: "run it once by svc dev invoke, which shows where", Err: err,
		}
	case errors.Is(err, jsvm.ErrStandstill):
		return &cli.Error{
			Code: cli.ExitFailed, What: "the simulation cannot go on", Why: jsvm.ErrStandstill.Error(),
			Fix: "look for a promise in the handler that nobody settles", Err: err,
		}
	case errors.As(err, &told):
		return local.StateError(err)
	}
	return local.RunError(err)
}
