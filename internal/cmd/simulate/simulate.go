// Package simulate is svc simulate.
package simulate

import (
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/capability"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/simulate"
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
	json                       bool

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

--calls is the number of invocations by the project's own tools, which retry when the response asks for
it. Runs of a sync are sequential; the default for a sync is one run.

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
			defer project.OneShot()()
			return run(cmd.Context(), env, o)
		},
	}
	o.addFlags(cmd)
	return cmd
}

func (o *options) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&o.rows, "rows", 0, "process this `number` of records")
	f.IntVar(&o.calls, "calls", defaultCalls, "invoke it this `number` of times")
	f.DurationVar(&o.over, "over", 0, "spread the arrivals over this `duration` (default all at once)")
	f.StringVar(&o.tier, "tier", "", "the account's `tier`: "+strings.Join(simulate.TierNames(), ", ")+
		"; professional+1 adds a limit increase (default the smallest that can have the app)")
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
}
