// Package simulate implements `svc simulate`, which runs a capability under load in virtual time.
package simulate

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/capability"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/heap"
	"github.com/appsvc/svc/internal/simulate"
	"github.com/spf13/cobra"
)

// defaultCalls is the default number of invocations.
const defaultCalls = 1000

type options struct {
	target, dir, kind, profile string
	input, outside             string
	tier                       string
	faults                     []string
	rows, calls, isolates      int
	over                       time.Duration
	seed                       uint64
	json, untrusted            bool

	callsGiven bool
	// parsedTier is nil for the smallest tier that can have the app.
	parsedTier   *simulate.Tier
	parsedFaults []simulate.Fault
}

// New makes the command.
func New(env *cli.Env) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "simulate <capability-id>",
		Short: "Simulate load and check it against the CRM's limits",
		Long: `Run a capability many times in virtual time against the emulated CRM with the limits of an account:
hours take seconds. The worker, its routes and the pacing of ctx.crm are those of production. Network
latency has a median of 80 ms and a 99th percentile of 400 ms. Equal flags give byte-identical reports.

--rows is the number of records to process:
    tool         one run per record, all at once, like a workflow that starts on a list
    card         one view per record
    trigger      one event per record, 100 events per delivery
    push source  one POST per record
    sync         one run, whose source returns that many rows

The rows of a source come from --outside: a list with one element, which has {n} in a string, is
repeated. If a string has {next}, it is the cursor, and the rows come in pages of 100 or of the
request's ?limit=. The last page has no cursor.

--calls is the number of invocations through the control route, as your own scripts send them. The caller
retries when the response asks for it. Runs of a sync are sequential; the default for a sync is one run.

--fault is <fault>@<percent>%, repeatable. The default rate is 5%:
    429, 500, …   the CRM answers with this status
    timeout       the CRM does not answer
    cut           the connection breaks
    malformed     the response body is malformed
    latency=2s    responses take longer; by default all of them
    index-lag=5s  searches find records only after this delay
    daily         the daily limit is used up

Exit codes:
    0  the load fits the limits, and every invocation completed
    1  it does not fit, invocations failed, or findings keep the app from loading
    2  usage error    3  internal error`,
		Example: `  # does one call per record fit when a workflow starts on 5,000 contacts?
  svc simulate send-reminder --rows 5000
  # spread them over ten minutes and two isolates, in a larger account
  svc simulate send-reminder --rows 5000 --over 10m --isolates 2 --tier professional
  # how do handlers cope with a failing CRM?
  svc simulate find-deal --calls 200 -i '{"number": "118"}' --fault 500@10% --fault latency=2s@5%
  svc simulate find-deal --calls 5000 --json | jq .wallMs
  # how long do 5,000 rows of a source take?
  svc simulate ledger-invoices --rows 5000 --outside '{"next": "{next}", "invoices": [{"id": "L-{n}"}]}'`,
		Args: cmdutil.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.target = args[0]
			if err := o.validate(cmd); err != nil {
				return err
			}
			return cmdutil.Acting(cmd.Context(), env, func(ctx context.Context) error {
				heap.OneShot()
				return run(ctx, env, o)
			})
		},
	}
	o.addFlags(cmd)
	return cmd
}

func (o *options) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&o.rows, "rows", 0, "process this `number` of records")
	f.IntVar(&o.calls, "calls", defaultCalls, "invoke it this `number` of times")
	f.DurationVar(&o.over, "over", 0, "spread the arrivals over this `duration` (default: all at once)")
	f.StringVar(&o.tier, "tier", "", "the account's `tier`: "+strings.Join(simulate.TierNames(), ", ")+
		"; professional+1 adds a limit increase (default: the smallest that can have the app)")
	f.IntVar(&o.isolates, "isolates", 1, "serve with this `number` of isolates")
	f.StringArrayVar(
		&o.faults, "fault", nil,
		"inject a `fault` such as 500@2%, timeout, latency=2s@10%, index-lag=5s or daily; repeatable",
	)
	f.StringVarP(
		&o.input, "input", "i", "",
		"the input of each invocation as `json`, @file, or - for standard input (default: a sample of the declared fields)",
	)
	f.StringVar(&o.outside, "outside", "{}", "the response of all hosts except the CRM, as `json` or @file")
	f.Uint64Var(&o.seed, "seed", 1, "the `number` that seeds latency, faults and ids")
	capability.AddKindFlag(f, &o.kind)
	cmdutil.AddJSONFlag(f, &o.json)
	cmdutil.AddDirFlag(f, &o.dir)
	cmdutil.AddProfileFlag(f, &o.profile)
	cmdutil.AddUntrustedFlag(f, &o.untrusted)
}

// validate rejects invalid values and combinations of flags.
func (o *options) validate(cmd *cobra.Command) error {
	o.callsGiven = cmd.Flags().Changed("calls")
	if cmd.Flags().Changed("rows") {
		if o.callsGiven {
			return cli.Usage(
				"--rows and --calls exclude each other",
				"use --rows for records to process, --calls for invocations",
			)
		}
		o.calls = 0
		if err := cmdutil.InRange("--rows", o.rows, 1, simulate.MaxInvocations); err != nil {
			return err
		}
	} else if err := cmdutil.InRange("--calls", o.calls, 1, simulate.MaxInvocations); err != nil {
		return err
	}
	if err := cmdutil.InRange("--isolates", o.isolates, 1, simulate.MaxIsolates); err != nil {
		return err
	}
	if o.over < 0 || o.over > simulate.LongestArrival {
		return cli.Usage(
			fmt.Sprintf("invalid --over %v: expected at most %s", o.over, cli.Duration(simulate.LongestArrival)),
			"write a duration such as 10m",
		)
	}
	if o.tier != "" {
		var err error
		if o.parsedTier, err = simulate.ParseTier(o.tier); err != nil {
			return cli.Usage(
				"--tier: "+err.Error(),
				cli.Suggest(o.tier, simulate.TierNames(), "use "+cmdutil.AnyOf(simulate.TierNames())+
					", or add limit increases: professional+1"),
			)
		}
	}
	for _, text := range o.faults {
		fault, err := simulate.ParseFault(text)
		if err != nil {
			return cli.Usage(
				"--fault: "+err.Error(),
				"use a status such as 429 or 500, timeout, cut, malformed, latency=2s, index-lag=5s or daily, with a rate: 500@2%",
			)
		}
		o.parsedFaults = append(o.parsedFaults, fault)
	}
	if o.input == "-" && o.outside == "-" {
		return cli.Usage("--input and --outside cannot both read standard input", "pass one of them as JSON or @file")
	}
	_, err := capability.ParseKind(o.kind)
	return err
}

// fits rejects flags that do not apply to the kind of the capability.
func (o *options) fits(c devserver.Capability, input, outside json.RawMessage) error {
	isList := c.Kind == devserver.KindSource
	switch {
	case c.Kind == devserver.KindSync && o.rows > 0 && !c.HasSource:
		return cli.Usage(
			fmt.Sprintf("--rows does not apply to %q: the sync has no source", c.Name()),
			"use --calls for the number of runs",
		)
	case c.Kind == devserver.KindSync && o.rows > 0 && !simulate.HasRows(outside):
		return cli.Usage(
			fmt.Sprintf("--rows of the sync %q requires --outside with the response of its source", c.Name()),
			"write a list of one row with its number as {n}, and the cursor as {next}: "+
				`--outside '{"items": [{"id": "{n}"}], "next": "{next}"}'`,
		)
	case c.Kind == devserver.KindSync && input != nil:
		return cli.Usage(
			fmt.Sprintf("--input does not apply to syncs: %q reads its own source", c.Name()), "leave out --input",
		)
	case input != nil && !isList && input[0] != '{':
		return cmdutil.NotAnObject("--input", input)
	}
	return nil
}
