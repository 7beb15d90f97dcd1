// Package invoke implements `svc dev invoke`, which runs one capability with the production runtime. While `svc dev`
// runs in the folder, its server runs the invocation (served.go).
package invoke

import (
	"context"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/capability"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/local"
	"github.com/appsvc/svc/internal/disposable"
	"github.com/appsvc/svc/internal/heap"
	"github.com/appsvc/svc/internal/projectfs"
)

// defaultTimeout is the platform's time limit for a workflow action (spec, Limits).
const defaultTimeout = 20 * time.Second

type options struct {
	target  string
	dir     string
	input   string
	object  string
	install string
	kind    string
	surface string
	crm     string
	profile string
	// environment is the flag --env, "" without it.
	environment string
	// replay is the flag --replay, "" without it.
	replay string
	// saveFixture is the flag --save-fixture, "" without it.
	saveFixture string
	last        bool
	// again is the flag --again: events get new ids.
	again   bool
	watch   bool
	json    bool
	persist bool
	verbose bool
	// untrusted is the member of local.Session.
	untrusted bool
	timeout   time.Duration
	// given lists the flags that the user set.
	given []string
}

// New makes the command svc dev invoke.
func New(env *cli.Env) *cobra.Command { return newCommand(env, run) }

// newCommand makes the command. run receives validated options.
func newCommand(env *cli.Env, run func(context.Context, *cli.Env, *options) error) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "invoke <capability-id>",
		Short: "Run one capability with the production runtime",
		Long: `Run a tool, card backend, trigger, sync or push source on this machine with the runtime of production,
against an emulated CRM with sample records.

The request is the one that the real sender would send, with its signature. A trigger gets the events of
--input, completed from a sample of its eventType; without --input it gets the sample. A push source
gets --input as the body of a POST. A sync runs for one install.

--replay, instead of a capability, runs a failure of the local state again: the last invocation with a
fingerprint of 'svc errors', or a delivery of 'svc deliveries'. The run gets the stored input, which is
redacted; 'svc deliveries replay' uses the original. A tool gets a sample record.

A trigger handles the same events only once within a day. --again and --watch give the events new ids, so
that the trigger runs again.

Standard output gets the result only: the return value of the capability, or with --json one document
about the invocation. Logs and the outcome go to standard error.

The emulated CRM has the same records in every run. ctx.store is stored in .svc/state and lasts between
runs. An app with OAuth runs for the install that this state has of the portal, with its state, scopes and
configuration. Without one, or if --install has an id or a state, it runs for an active install.

--save-fixture writes the run to the folder fixtures: its input, what it read from the CRM and ctx.store, the
responses of other hosts, and the result of 'svc test' as the expectation. Secrets are removed.

--env runs the app as one of its environments declares it, with the bindings of .dev.vars.<env> over those of
.dev.vars. The default is the environment of the running 'svc dev', or else dev.

With --untrusted, for the app of a stranger, connections go to public https hosts only, and never through
a proxy. The emulated CRM stays available.

Exit codes:
    0  ok                 10  fail-continue          11  fail-stop
   12  retry-later, or the CRM call budget is exhausted
   13  block, or billing  14  uncaught error
   15  the handler did not run: its input was rejected, or the trigger has handled the events before
  124  timeout             1  findings keep the app from loading; they are printed as by 'svc check'
    2  usage error         3  internal error          7  no token for --crm live
    9  another process has locked the state`,
		Example: `  svc dev invoke sync-invoice -i '{"number": "2026-118"}'
  svc dev invoke sync-invoice -i @input.json --object '{"id": "302"}'
  svc dev invoke billing/sync-invoice --last --watch
  svc dev invoke deal-closed -i '{"objectId": 302, "propertyValue": "closedwon"}'
  svc dev invoke invoice-card --json | jq .crmCalls
  svc dev invoke --replay 5ab2c0e9
  svc dev invoke sync-invoice -i '{"number": "2026-118"}' --save-fixture sync-invoice`,
		Args: func(cmd *cobra.Command, args []string) error {
			if o.replay != "" {
				return cmdutil.NoArgs(cmd, args)
			}
			return cmdutil.ExactArgs(1)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				o.target = args[0]
			}
			o.readGiven(cmd)
			if err := o.validate(); err != nil {
				return err
			}
			return run(cmd.Context(), env, o)
		},
	}
	o.addFlags(cmd)
	return cmd
}

func (o *options) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVarP(&o.input, "input", "i", "", "the input as `json`, @file, or - for standard input")
	f.StringVar(
		&o.object, "object", "",
		"the record as `json` or @file, such as {\"id\": \"302\"} (default: the first sample of the tool's objectType)",
	)
	f.StringVar(
		&o.install, "install", "",
		"a `portal`, or an install as JSON or @file, such as {\"portalId\": 42, \"config\": {}}",
	)
	capability.AddKindFlag(f, &o.kind)
	f.StringVar(
		&o.surface, "surface", "",
		"the `surface` of the caller: action, agent, batched or invoke (default: action for a tool, the card for a backend)",
	)
	local.AddCRMFlag(f, &o.crm)
	f.BoolVar(&o.last, "last", false, "use the last input, object and install of this capability again")
	f.BoolVar(&o.again, "again", false, "run a trigger for events that it has handled before")
	f.StringVar(&o.replay, "replay", "", "run the failed invocation or delivery with this `id` again")
	f.StringVar(&o.saveFixture, "save-fixture", "", "write the run to fixtures as the fixture `name`, for svc test")
	f.BoolVar(&o.watch, "watch", false, "run again after every change")
	f.BoolVar(&o.json, "json", false, "print one JSON document about the invocation")
	f.DurationVar(&o.timeout, "timeout", defaultTimeout, "stop the handler after this `duration`")
	f.BoolVar(
		&o.persist, "persist", true,
		"keep ctx.store and the last input in .svc/state; --persist=false keeps them in memory",
	)
	cmdutil.AddDirFlag(f, &o.dir)
	f.StringVar(&o.environment, "env", "", "run the app as this `environment` declares it (default: dev)")
	cmdutil.AddProfileFlag(f, &o.profile)
	cmdutil.AddUntrustedFlag(f, &o.untrusted)
	f.BoolVarP(&o.verbose, "verbose", "v", false, "print generated secrets and the duration of each step")
}

func (o *options) readGiven(cmd *cobra.Command) {
	for _, name := range []string{"input", "object", "install", "surface"} {
		if cmd.Flags().Changed(name) {
			o.given = append(o.given, name)
		}
	}
}

func (o *options) has(flag string) bool { return slices.Contains(o.given, flag) }

// run runs the capability, once or after every change.
func run(ctx context.Context, env *cli.Env, o *options) error {
	if o.watch && !disposable.Joined() {
		return runWatch(ctx, env, o)
	}
	_, err := runApart(ctx, env, o)
	return err
}

// runApart runs the capability once, in a disposable process. For --watch, it returns what the process
// depends on, nothing if the app has not loaded.
func runApart(ctx context.Context, env *cli.Env, o *options) (projectfs.Inputs, error) {
	return cmdutil.ActingOnce(ctx, env, o.watch, func(ctx context.Context) (projectfs.Inputs, error) {
		heap.OneShot()
		inputs, err := runOnce(ctx, env, o)
		if inputs.Files == nil {
			return inputs, err
		}
		dir, _ := env.Folder(o.dir) // runOnce has found it
		return cmdutil.WithFiles(inputs, dir, o.inputFiles(env)...), err
	})
}
