// This file is `svc dev invoke`: flags -> devserver -> print.

package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/devserver"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
)

// defaultTimeout is the time that the platform gives a workflow action (spec, Limits).
const defaultTimeout = 20 * time.Second

// invokeOptions are the flags of `svc dev invoke`.
type invokeOptions struct {
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

// newInvokeCommand makes the command; run gets the validated flags.
func newInvokeCommand(env *cli.Env, run func(context.Context, *cli.Env, *invokeOptions) error) *cobra.Command {
	o := &invokeOptions{}
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
		Args: usageArgs(cobra.ExactArgs(1)),
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

func (o *invokeOptions) addFlags(cmd *cobra.Command) {
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

func (o *invokeOptions) readGiven(cmd *cobra.Command) {
	for _, name := range []string{"input", "object", "install", "surface"} {
		if cmd.Flags().Changed(name) {
			o.given = append(o.given, name)
		}
	}
}

func (o *invokeOptions) has(flag string) bool { return slices.Contains(o.given, flag) }

// readsStdin counts the flags that read standard input.
func (o *invokeOptions) readsStdin() (n int) {
	for _, value := range []string{o.input, o.object, o.install} {
		if value == "-" {
			n++
		}
	}
	return n
}

// validate refuses values and combinations of flags that mean nothing.
func (o *invokeOptions) validate() error {
	if o.timeout <= 0 {
		return cli.Usage(fmt.Sprintf("--timeout %s leaves no time to run", o.timeout), "give a time such as 5s or 500ms")
	}
	if o.crm != devserver.CRMEmulated && o.crm != devserver.CRMLive {
		return cli.Usage(fmt.Sprintf("--crm cannot be %q", o.crm), "write --crm emulated or --crm live")
	}
	if o.has("surface") && !slices.Contains([]string{"action", "agent", "batched", "invoke"}, o.surface) {
		return cli.Usage(fmt.Sprintf("--surface cannot be %q", o.surface), "write --surface action, agent, batched or invoke")
	}
	for _, flag := range []string{"input", "object", "install"} {
		if o.last && o.has(flag) {
			return cli.Usage(
				fmt.Sprintf("--last and --%s exclude each other", flag), fmt.Sprintf("leave out --last to give --%s", flag),
			)
		}
	}
	if o.last && !o.persist {
		return cli.Usage("--last reads .svc/state, which --persist=false keeps out of use", "leave out one of the two")
	}
	if o.watch && o.readsStdin() > 0 {
		return cli.Usage(
			"--watch runs again and again, and standard input can be read only once",
			"give the input as @file, which is read anew for each run",
		)
	}
	if o.readsStdin() > 1 {
		return cli.Usage(
			"standard input can be only one of --input, --object and --install", "give the others as JSON or @file",
		)
	}
	_, err := kindNamed(o.kind)
	return err
}

// invoke runs the capability once, or again and again.
func invoke(ctx context.Context, env *cli.Env, o *invokeOptions) error {
	if o.watch {
		return invokeWatch(ctx, env, o)
	}
	defer project.OneShot()()
	return invokeOnce(ctx, env, o)
}
