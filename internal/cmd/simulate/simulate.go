// Package simulate is svc simulate.
package simulate

import (
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/simulate"
)

// defaultCalls is how often a capability is invoked when the flags say nothing.
const defaultCalls = 1000

// options are the flags of `svc simulate`.
type options struct {
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

func New(env *cli.Env) *cobra.Command {
	o := &options{}
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
		Args: cmdutil.UsageArgs(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.target = args[0]
			if err := o.validate(cmd); err != nil {
				return err
			}
			defer project.OneShot()()
			return run(cmd.Context(), env, o)
		},
	}
	o.addFlags(cmd)
	return cmd
}

func (o *options) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&o.rows, "rows", 0, "feed this `number` of records")
	f.IntVar(&o.calls, "calls", defaultCalls, "invoke it this `number` of times")
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
