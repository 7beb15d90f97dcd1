// Package invoke is svc dev invoke. While svc dev runs in the folder, its server runs the invocation (served.go).
package invoke

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
)

// defaultTimeout is the time that the platform gives a workflow action (spec, Limits).
const defaultTimeout = 20 * time.Second

// options are the flags of `svc dev invoke`.
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
	last    bool
	watch   bool
	json    bool
	persist bool
	verbose bool
	timeout time.Duration
	// given are the names of the flags that were set.
	given []string
}

// New makes the command svc dev invoke.
func New(env *cli.Env) *cobra.Command { return newCommand(env, run) }

// newCommand makes the command with a run function, which receives validated flags.
func newCommand(env *cli.Env, run func(context.Context, *cli.Env, *options) error) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "invoke <capability-id>",
		Short: "Run one capability through the production router",
		Long: `Run one capability on this machine, through the router that runs in production, against an
emulated CRM with sample records: a tool, a card backend, a trigger, a sync, or a push source by its name.

It is sent what its real sender sends, signed as that one signs. A trigger gets the events of --input, which
are filled up from a sample of its eventType, or that sample. A push source gets --input as its sender posts
it. A sync is run by hand for one install.

Standard output holds the result only: what the capability gave back, or with --json one document about
the whole invocation. Logs and the verdict go to standard error.

The emulated CRM starts from the same records in every run. What handlers keep in ctx.store is in .svc/state
and is there in the next run.

Exit codes:
    0  ok                 10  fail-continue          11  fail-stop
   12  retry-later, or the CRM budget is spent       13  block, or billing
   14  an uncaught error  15  the capability refused its input      124  time-out
    1  findings keep the app from loading; they are printed as 'svc check' prints them
    2  usage    3  the tool failed    7  no token for --crm live    9  another process holds the state`,
		Example: `  svc dev invoke sync-invoice -i '{"number": "2026-118"}'
  svc dev invoke sync-invoice -i @input.json --object '{"id": "302"}'
  svc dev invoke billing/sync-invoice --last --watch
  svc dev invoke deal-closed -i '{"objectId": 302, "propertyValue": "closedwon"}'
  svc dev invoke invoice-card --json | jq .crmCalls`,
		Args: cmdutil.UsageArgs(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.target = args[0]
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
		"the record as `json` or @file, such as {\"id\": \"302\"} (default the first sample of the tool's objectType)",
	)
	f.StringVar(&o.install, "install", "", "the install as `json` or @file, such as {\"portalId\": 42, \"config\": {}}")
	f.StringVar(
		&o.kind, "kind", "", "`kind` of the capability where the id alone is not enough: tool, card, trigger, sync or source",
	)
	f.StringVar(
		&o.surface, "surface", "",
		"who invokes, a `surface`: action, agent, batched or invoke (default action for a tool, its card for a card backend)",
	)
	f.StringVar(&o.crm, "crm", "emulated", "`which` CRM to call: emulated, or live with CRM_ACCESS_TOKEN of .dev.vars")
	f.BoolVar(&o.last, "last", false, "repeat the last input, object and install of this capability")
	f.BoolVar(&o.watch, "watch", false, "run again on every save")
	f.BoolVar(&o.json, "json", false, "print one JSON document about the invocation")
	f.DurationVar(&o.timeout, "timeout", defaultTimeout, "stop the handler after this `time`")
	f.BoolVar(&o.persist, "persist", true, "keep ctx.store and the last input in .svc/state; false keeps them in memory")
	f.StringVarP(&o.dir, "dir", "C", ".", "the `folder` of the app")
	f.StringVar(
		&o.profile, "profile", "",
		"vendor `profile`: "+strings.Join(platform.ProfileNames(), ", ")+" (default: profile in svc.platform.json, else crm)",
	)
	f.BoolVarP(&o.verbose, "verbose", "v", false, "say which secrets were made up, and how long each step took")
}

func (o *options) readGiven(cmd *cobra.Command) {
	for _, name := range []string{"input", "object", "install", "surface"} {
		if cmd.Flags().Changed(name) {
			o.given = append(o.given, name)
		}
	}
}

func (o *options) has(flag string) bool { return slices.Contains(o.given, flag) }

// run runs the capability once, or again and again.
func run(ctx context.Context, env *cli.Env, o *options) error {
	if o.watch {
		return runWatch(ctx, env, o)
	}
	defer project.OneShot()()
	return runOnce(ctx, env, o)
}
