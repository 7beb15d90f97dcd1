package served

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/checkpoint"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/localserver"
)

const (
	// defaultRuns is how many runs svc dev runs lists: a screen.
	defaultRuns = 20
	// maxRuns is how many runs the server keeps at most.
	maxRuns = 10_000
)

const runsFix = "run 'svc dev runs' for the ids of the last runs"

type runOptions struct {
	env                     *cli.Env
	dir, capability, worker string
	outcome                 string
	limit                   int
	asJSON                  bool
}

func newRunsCommand(env *cli.Env) *cobra.Command {
	o := &runOptions{env: env}
	cmd := &cobra.Command{
		Use:   "runs [id]",
		Short: "List the last runs of capabilities, or show one",
		Long: `List the last runs of capabilities on the server that 'svc dev' runs in this folder, the oldest first:
of cards, workflows, webhooks, schedules and commands. Times are UTC.

With an id, or the start of one, show that run: its request, its calls of the CRM with the time that they waited
for the rate limit, its other requests, its error, and the command that repeats it. Query strings of other
requests are left out. So are bodies of more than 16 KiB; a run with such a body has no command.

Exit codes: 0 success, 2 usage error or unknown id, 3 internal error, 9 no running server.`,
		Example: `  svc dev runs
  svc dev runs --capability send-reminder --outcome error
  svc dev runs 0f3a1b2c
  svc dev runs --limit 1 --json | jq '.runs[0].crmCalls'`,
		Args: cmdutil.MaximumArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.validate(); err != nil {
				return err
			}
			runs, err := o.read(cmd.Context())
			switch {
			case err != nil:
				return localserver.UserError(err, "svc dev runs", runsFix)
			case len(args) == 1:
				return o.show(runs, args[0])
			}
			return o.list(runs)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.worker, "worker", "", "list runs of this `worker` only")
	f.StringVar(&o.capability, "capability", "", "list runs of this capability only, an `id` or <worker>/<id>")
	f.StringVar(&o.outcome, "outcome", "", "list runs with this `outcome` only: "+
		strings.Join(checkpoint.RecordedOutcomes(), ", "))
	f.IntVar(&o.limit, "limit", defaultRuns, fmt.Sprintf("list this `number` of runs, up to %d", maxRuns))
	cmdutil.AddDirFlag(f, &o.dir)
	cmdutil.AddJSONFlag(f, &o.asJSON)
	return cmd
}

func (o *runOptions) validate() error {
	if o.outcome != "" {
		if err := cmdutil.OneOf("--outcome", o.outcome, checkpoint.RecordedOutcomes()); err != nil {
			return err
		}
	}
	return cmdutil.InRange("--limit", o.limit, 1, maxRuns)
}

// read returns the runs that have ended, the oldest first.
func (o *runOptions) read(ctx context.Context) ([]*pastRun, error) {
	server, err := localserver.In(o.env, o.dir)
	if err != nil {
		return nil, err
	}
	seen := newRunReader()
	if err := server.History(ctx, seen.read); err != nil {
		return nil, err
	}
	return seen.ended(), nil
}

func (o *runOptions) matches(r *pastRun) bool {
	worker, id, qualified := strings.Cut(o.capability, "/")
	if !qualified {
		worker, id = "", o.capability
	}
	return (o.worker == "" || r.Worker == o.worker) && (worker == "" || r.Worker == worker) &&
		(id == "" || r.CapabilityID == id) && (o.outcome == "" || r.Outcome == o.outcome)
}

// runsDocument is the output of --json.
type runsDocument struct {
	SchemaVersion int        `json:"schemaVersion"`
	Runs          []*pastRun `json:"runs"`
}

func (o *runOptions) list(all []*pastRun) error {
	runs := []*pastRun{}
	for _, r := range all {
		if o.matches(r) {
			runs = append(runs, r)
		}
	}
	runs = runs[max(0, len(runs)-o.limit):]
	if o.asJSON {
		return o.env.JSON(runsDocument{1, runs})
	}
	if len(runs) == 0 && len(all) > 0 {
		o.env.Notef("no runs that the flags select")
		return nil
	}
	if len(runs) == 0 {
		o.env.Notef("no runs yet")
		return nil
	}
	var rows [][]string
	for _, r := range runs {
		rows = append(rows, []string{
			clockTime(r.At), cmdutil.ShortID(r.Invocation), r.Worker + "/" + r.CapabilityID,
			r.Outcome + " " + strconv.Itoa(r.HTTPStatus), r.Surface, portalText(r.Portal), millis(r.DurationMs),
			strconv.Itoa(len(r.CRMCalls)),
		})
	}
	heads := []string{"TIME", "RUN", "CAPABILITY", "OUTCOME", "SURFACE", "PORTAL", "DURATION", "CRM CALLS"}
	return o.env.Table(heads, rows)
}

func (o *runOptions) show(all []*pastRun, id string) error {
	found := slices.DeleteFunc(all, func(r *pastRun) bool { return id == "" || !strings.HasPrefix(r.Invocation, id) })
	switch {
	case len(found) == 0:
		return cli.Usage(fmt.Sprintf("unknown run %q", id), runsFix)
	case len(found) > 1:
		problem := fmt.Sprintf("ambiguous run %q: %s begin with it", id, cli.Count(len(found), "id"))
		return cli.Usage(problem, "write more of it")
	}
	if o.asJSON {
		return o.env.JSON(struct {
			SchemaVersion int      `json:"schemaVersion"`
			Run           *pastRun `json:"run"`
			// Command repeats the run; "" if its request is not kept.
			Command string `json:"command,omitempty"`
		}{1, found[0], found[0].command()})
	}
	return printRun(o.env, found[0])
}

func printRun(env *cli.Env, r *pastRun) error {
	rows := [][]string{
		{"run", r.Invocation}, {"capability", r.Worker + "/" + r.CapabilityID},
		{"outcome", fmt.Sprintf("%s, HTTP %d", r.Outcome, r.HTTPStatus)}, {"surface", r.Surface},
		{"portal", portalText(r.Portal)},
		{"time", clockTime(r.At)},
		{"duration", fmt.Sprintf("%s, of them %s for the rate limit", millis(r.DurationMs), millis(r.CRMWaitMs))},
	}
	if r.Error != "" {
		rows = append(rows, []string{"error", r.Error})
	}
	if q := r.Request; q != nil {
		rows = append(rows, []string{"request", q.Method + " " + q.URL}, []string{"body", string(q.Body)})
	}
	for _, call := range r.CRMCalls {
		text := fmt.Sprintf("%s %s  %s  %s", call.Method, call.Path, statusText(call.Status), millis(call.DurationMs))
		if call.WaitMs >= 1 {
			text += ", waited " + millis(call.WaitMs)
		}
		rows = append(rows, []string{"CRM call", text})
	}
	for _, f := range r.Fetches {
		text := fmt.Sprintf("%s %s  %s  %s", f.Method, f.URL, statusText(f.Status), millis(f.DurationMs))
		rows = append(rows, []string{"fetch", text})
	}
	if command := r.command(); command != "" {
		rows = append(rows, []string{"repeat", command})
	}
	return env.Table([]string{"", ""}, rows)
}

// clockTime returns the time of day of Unix milliseconds, as svc dev logs prints it.
func clockTime(at float64) string { return time.UnixMilli(int64(at)).UTC().Format("15:04:05.000") }

// statusText returns the status of a response; nil is none.
func statusText(status *int) string {
	if status == nil {
		return "no response"
	}
	return strconv.Itoa(*status)
}

func millis(ms float64) string { return fmt.Sprintf("%.0f ms", ms) }

func portalText(portal *int64) string {
	if portal == nil {
		return "none"
	}
	return strconv.FormatInt(*portal, 10)
}
