package served

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/devserver/live"
)

func newSchedulesCommand(env *cli.Env) *cobra.Command {
	var dir string
	var times int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "schedules",
		Short: "List the next times of the schedules",
		Long: `List when the schedules of the server that 'svc dev' runs in this folder fire next, in order of time and in
UTC, by the server's clock. 'svc dev tick' moves that clock.

Exit codes: 0 success, 1 the app does not load, 2 usage error, 3 internal error, 9 no running server.`,
		Example: `  svc dev schedules
  svc dev schedules --times 3 --json`,
		Args: cmdutil.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := cmdutil.InRange("--times", times, 1, live.UpcomingTimes); err != nil {
				return err
			}
			var all live.SchedulesAnswer
			c := caller{env: env, dir: dir, command: "svc dev schedules"}
			if err := c.ask(cmd.Context(), live.SchedulesPath, nil, &all); err != nil {
				return err
			}
			for i := range all.Schedules {
				next := all.Schedules[i].Next
				all.Schedules[i].Next = next[:min(len(next), times)]
			}
			if asJSON {
				return env.JSON(schedulesDocument{1, all})
			}
			return printSchedules(env, all)
		},
	}
	f := cmd.Flags()
	f.IntVar(&times, "times", 1, fmt.Sprintf("list this `number` of times of each schedule, up to %d", live.UpcomingTimes))
	cmdutil.AddDirFlag(f, &dir)
	cmdutil.AddJSONFlag(f, &asJSON)
	return cmd
}

// schedulesDocument is the output of --json.
type schedulesDocument struct {
	SchemaVersion int `json:"schemaVersion"`
	live.SchedulesAnswer
}

func printSchedules(env *cli.Env, all live.SchedulesAnswer) error {
	type firing struct {
		at           time.Time
		worker, cron string
	}
	var firings []firing
	for _, s := range all.Schedules {
		for _, at := range s.Next {
			firings = append(firings, firing{at, s.Worker, s.Cron})
		}
	}
	slices.SortStableFunc(firings, func(a, b firing) int {
		return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.worker, b.worker))
	})
	var rows [][]string
	for _, f := range firings {
		rows = append(rows, []string{f.at.UTC().Format("2006-01-02 15:04"), f.worker, f.cron})
	}
	if len(rows) == 0 {
		env.Notef("no schedules")
	} else if err := env.Table([]string{"NEXT", "WORKER", "SCHEDULE"}, rows); err != nil {
		return err
	}
	ahead := time.Duration(all.AheadMs) * time.Millisecond
	clock := fmt.Sprintf("clock is %s (%s ahead)", all.Now.UTC().Format(time.DateTime), cli.Duration(ahead))
	if all.NextAlarm == nil {
		env.Notef("%s; no actor waits", clock)
		return nil
	}
	env.Notef("%s; the next actor wakes at %s", clock, all.NextAlarm.UTC().Format(time.DateTime))
	return nil
}
