// This file is `svc simulate`: flags -> internal/simulate -> print.

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/devserver"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/simulate"
	"github.com/appsvc/svc/internal/store"
)

// usualCalls is how often a capability is invoked when the flags say nothing.
const usualCalls = 1000

// simulateOptions are the flags of `svc simulate`.
type simulateOptions struct {
	target, dir, kind, profile string
	input, outside             string
	tier                       string
	faults                     []string
	rows, calls, isolates      int
	over                       time.Duration
	seed                       uint64
	json                       bool

	callsGiven bool
	chosen     *simulate.Tier // nil: the smallest that fits the app
	broken     []simulate.Fault
}

func newSimulateCommand(env *cli.Env) *cobra.Command {
	o := &simulateOptions{}
	cmd := &cobra.Command{
		Use:   "simulate <capability-id>",
		Short: "Run a capability a thousand times in virtual time, and see whether it fits the CRM's limits",
		Long: `Run a capability many times against the emulated CRM with the limits of an account, in virtual time: hours
take seconds. The worker, its routes and the pacing of ctx.crm are the real ones; latency is that of a real
network (median 80 ms, 99th percentile 400 ms). The same flags give the same report, to the byte.

--rows feeds records: a tool is run for that many enrolled records, all at once as a workflow that starts on a
list; a card is opened for that many; a trigger gets as many events, a hundred a delivery; a push source is
posted to as often. A sync runs once, and its source is answered that many rows: a list in --outside that has
one element with {n} in a text is made as long. What has {next} in a text is a cursor: then the rows come in
pages of 100, or of as many as ?limit= of the request says, the next page for the request that holds the
cursor, and the last page has none. --calls invokes the capability that many times by the project's
own tools, which come again when they are asked to; a sync runs one run after the other, and once by default.

A fault is <what>@<percent>%, and may be given several times: a status such as 429 or 500, timeout, cut
(the connection breaks), malformed (the answer does), at 5% when no rate is said; latency=2s, for every call;
index-lag=5s (searches see what was written that long ago); daily (the day's budget is spent already).

Exit codes:
    0  the work fits the limits, and every invocation ended as its handler meant it to
    1  it does not fit, or invocations ended in errors; also findings that keep the app from loading
    2  usage    3  the tool failed`,
		Example: `  # does one call per record fit when a workflow starts on 5,000 contacts?
  svc simulate send-reminder --rows 5000
  # and when they come over ten minutes, to two isolates, in a bigger account?
  svc simulate send-reminder --rows 5000 --over 10m --isolates 2 --tier professional
  # what do handlers make of a CRM that fails?
  svc simulate find-deal --calls 200 -i '{"number": "118"}' --fault 500@10% --fault latency=2s@5%
  svc simulate find-deal --calls 5000 --json | jq .wallMs
  # how long do 5,000 rows of a source take?
  svc simulate ledger-invoices --rows 5000 --outside '{"next": "{next}", "invoices": [{"id": "L-{n}"}]}'`,
		Args: usageArgs(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.target = args[0]
			if err := o.validate(cmd); err != nil {
				return err
			}
			defer project.OneShot()()
			return runSimulate(cmd.Context(), env, o)
		},
	}
	o.addFlags(cmd)
	return cmd
}

func (o *simulateOptions) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&o.rows, "rows", 0, "feed this `number` of records")
	f.IntVar(&o.calls, "calls", usualCalls, "invoke it this `number` of times")
	f.DurationVar(&o.over, "over", 0, "spread the arrivals over this `time` (default all at once)")
	f.StringVar(&o.tier, "tier", "", "the account's `tier`: "+strings.Join(simulate.TierNames(), ", ")+
		"; professional+1 has a limit increase (default the smallest that may have the app)")
	f.IntVar(&o.isolates, "isolates", 1, "serve by this `number` of isolates that share the account")
	f.StringArrayVar(
		&o.faults, "fault", nil,
		"have something go wrong, a `fault` such as 500@2%, timeout, latency=2s@10%, index-lag=5s or daily; may be repeated",
	)
	f.StringVarP(
		&o.input, "input", "i", "",
		"the input of each invocation as `json`, @file, or - for standard input (default a sample of the declared fields)",
	)
	f.StringVar(&o.outside, "outside", "{}", "what every host but the CRM answers, as `json` or @file")
	f.Uint64Var(&o.seed, "seed", 1, "the `number` that latency, faults and ids come from")
	f.StringVar(
		&o.kind, "kind", "", "`kind` of the capability where the id alone is not enough: tool, card, trigger, sync or source",
	)
	f.BoolVar(&o.json, "json", false, "print one JSON document")
	f.StringVarP(&o.dir, "dir", "C", ".", "the `folder` of the app")
	f.StringVar(
		&o.profile, "profile", "",
		"vendor `profile`: "+strings.Join(platform.ProfileNames(), ", ")+" (default: profile in svc.platform.json, else crm)",
	)
}

// validate refuses values and combinations of flags that mean nothing.
func (o *simulateOptions) validate(cmd *cobra.Command) error {
	o.callsGiven = cmd.Flags().Changed("calls")
	if cmd.Flags().Changed("rows") {
		if o.callsGiven {
			return cli.Usage(
				"--rows and --calls exclude each other",
				"give --rows for records that come to the capability, --calls for calls of it",
			)
		}
		o.calls = 0
		if err := inRange("--rows", o.rows, simulate.MaxInvocations); err != nil {
			return err
		}
	} else if err := inRange("--calls", o.calls, simulate.MaxInvocations); err != nil {
		return err
	}
	if err := inRange("--isolates", o.isolates, simulate.MaxIsolates); err != nil {
		return err
	}
	if o.over < 0 || o.over > simulate.LongestArrival {
		return cli.Usage(
			fmt.Sprintf("--over cannot be %v", o.over), "give a time such as 10m, at most "+simulate.LongestArrival.String(),
		)
	}
	if o.tier != "" {
		var err error
		if o.chosen, err = simulate.ParseTier(o.tier); err != nil {
			return cli.Usage(
				"--tier: "+err.Error(),
				"write "+strings.Join(simulate.TierNames(), ", ")+", or a private one with limit increases such as professional+1",
			)
		}
	}
	for _, text := range o.faults {
		fault, err := simulate.ParseFault(text)
		if err != nil {
			return cli.Usage(
				"--fault: "+err.Error(),
				"write a status such as 429 or 500, timeout, cut, malformed, latency=2s, index-lag=5s or daily, and a rate after it: 500@2%",
			)
		}
		o.broken = append(o.broken, fault)
	}
	if o.input == "-" && o.outside == "-" {
		return cli.Usage("standard input can be only one of --input and --outside", "give the other as JSON or @file")
	}
	_, err := kindNamed(o.kind)
	return err
}

func inRange(flag string, n, most int) error {
	if n >= 1 && n <= most {
		return nil
	}
	return cli.Usage(fmt.Sprintf("%s cannot be %d", flag, n), fmt.Sprintf("give a whole number from 1 to %d", most))
}

// runSimulate loads, simulates, prints.
func runSimulate(ctx context.Context, env *cli.Env, o *simulateOptions) error {
	input, err := readJSONFlag(env, "--input", o.input)
	if err != nil {
		return err
	}
	outside, err := readJSONFlag(env, "--outside", o.outside)
	if err != nil {
		return err
	}
	// Finding the capability is what an invocation begins with, too.
	run := &invokeRun{env: env, options: &invokeOptions{target: o.target, dir: o.dir, kind: o.kind, profile: o.profile}}
	if err := run.load(ctx); err != nil {
		return err
	}
	if err := o.fits(run.capability, input, outside); err != nil {
		return err
	}
	if run.capability.Kind == devserver.KindSync && o.rows == 0 && !o.callsGiven {
		o.calls = 1 // runs of a sync follow one another, and each may take minutes
	}
	options, err := run.simulation(ctx, o)
	if err != nil {
		return err
	}
	options.Input, options.Outside = input, outside
	progress := env.NewProgress()
	options.Progress = func(done, of int, at time.Duration) {
		progress.Show("%s of %s, %s on the virtual clock", simulate.Number(done), simulate.Number(of), simulate.Duration(
			float64(at.Milliseconds()),
		))
	}
	report, err := simulate.Run(ctx, *options)
	progress.Clear()
	if err != nil {
		return simulateFailed(err)
	}
	if err := printSimulation(env, o, report); err != nil {
		return err
	}
	if !report.OK {
		return cli.Exit(cli.ExitNegative)
	}
	return nil
}

// fits refuses what the kind of the capability has no use for.
func (o *simulateOptions) fits(c devserver.Capability, input, outside json.RawMessage) error {
	isList := c.Kind == devserver.KindSource
	switch {
	case c.Kind == devserver.KindSync && o.rows > 0 && !c.HasSource:
		return cli.Usage(
			fmt.Sprintf("--rows is not for %q: a sync without a source has no rows but those that its handler makes", c.Name()),
			"use --calls, the number of its runs",
		)
	case c.Kind == devserver.KindSync && o.rows > 0 && !simulate.HasRows(outside):
		return cli.Usage(fmt.Sprintf("--rows of %q needs to know what its source is answered", c.Name()),
			`give --outside with a list of one row, its number as {n}, and the cursor as {next}: --outside '{"items": [{"id": "{n}"}], "next": "{next}"}'`)
	case c.Kind == devserver.KindSync && input != nil:
		return cli.Usage(fmt.Sprintf("--input is not for syncs: %q reads its own source", c.Name()), "leave out --input")
	case input != nil && !isList && input[0] != '{':
		return notAnObject("--input", input)
	}
	return nil
}

// simulation are the options that follow from the project and the flags.
func (r *invokeRun) simulation(ctx context.Context, o *simulateOptions) (*simulate.Options, error) {
	bindings, err := r.bindings()
	if err != nil {
		return nil, err
	}
	worker, err := devserver.BuildWorker(ctx, r.projectOptions(), r.loaded.ConfigFile, r.capability.File)
	if err != nil {
		return nil, loadFailed(err)
	}
	if _, err := r.manifest(ctx); err != nil { // the app worker runs too
		return nil, r.showErrors(loadFailed(err), func(diag.Finding) bool { return true })
	}
	tier := o.chosen
	if tier == nil {
		if tier, err = simulate.UsualTier(r.loaded.App); err != nil {
			return nil, err
		}
	}
	return &simulate.Options{
		Dir: r.dir, Profile: r.profile, Bindings: bindings, App: r.loaded.App, Manifest: r.manifest, Worker: worker,
		Capability: r.capability, Rows: o.rows, Calls: o.calls, Over: o.over, Isolates: o.isolates, Tier: tier, Faults: o.broken,
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

// simulateFailed tells what kept a run from its end.
func simulateFailed(err error) error {
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
		return stateFailed(err)
	}
	return invokeFailed(err)
}
