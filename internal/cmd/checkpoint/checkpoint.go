// Package checkpoint implements `svc checkpoint`, which shows the results of invocations in a window of time.
package checkpoint

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/checkpoint"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

// devProject is the value of --project for the local state.
const devProject = "dev"

// tableFormat is the default format.
const tableFormat = "table"

// defaultSince is the default length of the window.
const defaultSince = "24h"

type options struct {
	appworker.Flags
	project, since, by, compare, assert, format string
	json, watch                                 bool

	query checkpoint.Query
}

// New makes the command.
func New(env *cli.Env) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "checkpoint",
		Short: "Show invocation results",
		Long: `Show the results of a project's invocations in a window of time: their number, outcomes, and percentiles of
their durations, which are accurate to 1 percent. Column N counts the invocations of each row. An invocation
that hits the CRM call budget is a success, and is counted as backpressure.

Without --url, --env or --project the command asks the server of 'svc dev', or reads the local state in
.svc/state, with the invocations of 'svc dev' and 'svc dev invoke'; --project dev is the same. With --env it
asks the deployed app of this folder. --project names the project that must answer, with --env production as
the default; .svc/project.json has the id.

Records arrive within about a minute and are kept for 30 days. A window of more than two hours starts at a
full hour.

--assert checks a condition in the language of alert rules, such as 'p95 < 800 and error_rate < 0.01'.
The labels are capability, kind and portal: 'errors{capability="sync-invoice"} == 0'. Without
invocations only count has a value, and a condition on a missing value does not hold.

` + appworker.ExitCodes("0 success", "1 the assertion does not hold, or the app does not load"),
		Example: `  svc checkpoint
  svc checkpoint --env production --since 7d --by capability --compare previous
  svc checkpoint --env staging --since 30m --assert 'count > 20 and error_rate < 0.01'
  svc checkpoint --project prj_2f9c --json | jq .current.totals.latencyMs.p95
  svc checkpoint --project prj_2f9c --by capability --format prom`,
		Args: cmdutil.NoArgs,
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
	f.StringVar(&o.project, "project", "",
		"the project's `id`, or dev for the local state (default: of --env or --url, else dev)")
	f.StringVar(&o.since, "since", defaultSince, "the length of the window up to now, a `span` such as 30m, 24h or 7d")
	f.StringVar(&o.by, "by", "", "`what` to group by: "+strings.Join(checkpoint.Groupings(), ", "))
	f.StringVar(&o.compare, "compare", "", "`what` to compare with: previous, the window of the same length before it")
	f.BoolVar(&o.watch, "watch", false, "read again every 5 seconds")
	f.StringVar(&o.assert, "assert", "", "fail unless this `condition` holds in the window")
	f.BoolVar(&o.json, "json", false, "same as --format json")
	f.StringVar(&o.format, "format", tableFormat, "print this `format`: "+strings.Join(formats(), ", "))
	o.AddTo(cmd)
	return cmd
}
