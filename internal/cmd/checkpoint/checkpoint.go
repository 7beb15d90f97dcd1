// Package checkpoint is svc checkpoint.
package checkpoint

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/checkpoint"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

// devProject is what --project calls the state of this machine.
const devProject = "dev"

// tableFormat is the format for people.
const tableFormat = "table"

// defaultSince is how far back a window reaches when the flags say nothing.
const defaultSince = "24h"

// groupings are what --by may say.
var groupings = []string{"capability", "portal", "outcome"}

// options are the flags of `svc checkpoint`.
type options struct {
	appworker.Flags
	project, since, by, compare, assert, format string
	json, watch                                 bool

	query checkpoint.Query
}

func New(env *cli.Env) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "checkpoint --project <id>",
		Short: "Show what became of the project's invocations: totals and latency percentiles of a window",
		Long: `Show what became of the invocations of a project in a window of time: how many there were, how they ended,
and the percentiles of their durations, which are right to one percent. N is the sample behind every other
number of its row. An invocation that met a spent CRM budget is a success, and counted apart as backpressure.

The project's id leads to its app worker by .svc/project.json, for --env or production; --url names an app
worker directly. The project dev is the state of this machine, in .svc/state, which 'svc dev invoke' feeds.
Records arrive within about a minute, and are kept for 30 days. A window that reaches further back than two
hours begins with a whole hour.

--assert holds the window to a condition in the language of alert rules, such as 'p95 < 800 and error_rate < 0.01',
with the labels capability, kind and portal: 'errors{capability="sync-invoice"} == 0'. Without invocations
nothing but count has a value, and a condition on a missing value does not hold.

Exit codes:
    0  read, and the assertion holds       1  the assertion does not hold
    2  usage    3  the tool failed    7  the control key is missing or refused
    8  no app worker answers    9  another process holds the state`,
		Example: `  svc checkpoint --project dev
  svc checkpoint --project prj_2f9c --since 7d --by capability --compare previous
  svc checkpoint --project prj_2f9c --env staging --since 30m --assert 'count > 20 and error_rate < 0.01'
  svc checkpoint --project prj_2f9c --json | jq .current.totals.latencyMs.p95
  svc checkpoint --project prj_2f9c --by capability --format prom`,
		Args: cmdutil.UsageArgs(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.validate(cmd); err != nil {
				return err
			}
			if o.watch {
				return runWatch(cmd.Context(), env, o)
			}
			return run(cmd.Context(), env, o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.project, "project", "", "the project's `id`, or dev for the state of this machine (required)")
	f.StringVar(&o.since, "since", defaultSince, "how far back the window reaches, a `span` such as 30m, 24h or 7d")
	f.StringVar(&o.by, "by", "", "`what` to group by: "+strings.Join(groupings, ", "))
	f.StringVar(&o.compare, "compare", "", "`what` to compare with: previous, the window of the same length before")
	f.BoolVar(&o.watch, "watch", false, "read again every five seconds")
	f.StringVar(&o.assert, "assert", "", "fail unless this `condition` holds over the window")
	f.BoolVar(&o.json, "json", false, "print one JSON document; the same as --format json")
	f.StringVar(&o.format, "format", tableFormat, "`format`: "+strings.Join(formats(), ", "))
	o.AddTo(cmd)
	return cmd
}
