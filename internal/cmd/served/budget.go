package served

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/devserver/live"
)

const budgetFix = "run 'svc dev budget --help' for the flags"

type budgetOptions struct {
	dir           string
	portal        int64
	usedToday     int
	reset, asJSON bool
}

func newBudgetCommand(env *cli.Env) *cobra.Command {
	o := &budgetOptions{}
	cmd := &cobra.Command{
		Use:   "budget",
		Short: "Show, set or reset the use of the CRM's rate limits",
		Long: `Show how much of the emulated CRM's rate limits each portal has used, on the server that 'svc dev' runs in
this folder: calls in the current window, searches in the current second, calls since midnight, and refused
calls by limit.

--used-today sets the calls since midnight. Set it near the limit to see how the app behaves when the daily
quota runs out. --reset forgets all calls. Both change one portal. The app learns the limits from responses, so
after a change it may still wait for up to a minute.

Exit codes: 0 success, 1 the app does not load, 2 usage error, 3 internal error, 9 no running server.`,
		Example: `  svc dev budget
  svc dev budget --used-today 249990
  svc dev budget --reset --portal 1000002 --json`,
		Args: cmdutil.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			request := live.UsageRequest{Reset: o.reset}
			if cmd.Flags().Changed("used-today") {
				request.UsedToday = &o.usedToday
			}
			switch isChange := request.Reset || request.UsedToday != nil; {
			case isChange:
				request.Portal = o.portal
			case cmd.Flags().Changed("portal"):
				return cli.Usage("--portal requires --used-today or --reset", budgetFix)
			}
			var used live.UsageAnswer
			c := caller{env, o.dir, "svc dev budget", budgetFix}
			if err := c.ask(cmd.Context(), live.UsagePath, request, &used); err != nil {
				return err
			}
			if o.asJSON {
				return env.JSON(budgetDocument{1, used})
			}
			return printBudget(env, used)
		},
	}
	f := cmd.Flags()
	f.IntVar(&o.usedToday, "used-today", 0, "set the `calls` that the portal has made since midnight")
	f.BoolVar(&o.reset, "reset", false, "forget all calls of the portal")
	f.Int64Var(&o.portal, "portal", host.DefaultPortal, "change the use of this `portal`")
	cmdutil.AddDirFlag(f, &o.dir)
	cmdutil.AddJSONFlag(f, &o.asJSON)
	return cmd
}

// budgetDocument is the output of --json.
type budgetDocument struct {
	SchemaVersion int `json:"schemaVersion"`
	live.UsageAnswer
}

func printBudget(env *cli.Env, used live.UsageAnswer) error {
	if len(used.Portals) == 0 {
		env.Notef("no calls of the CRM yet")
		return nil
	}
	var rows [][]string
	for _, p := range used.Portals {
		window := time.Duration(p.Limits.IntervalMs) * time.Millisecond
		rows = append(rows, []string{
			fmt.Sprint(p.Portal), shareOf(p.Burst, p.Limits.Burst) + " in " + cli.Duration(window),
			shareOf(p.Search, p.Limits.Search) + " in 1 s", shareOf(p.Day, p.Limits.Day), refusals(p.Refused),
		})
	}
	return env.Table([]string{"PORTAL", "CALLS", "SEARCHES", "TODAY", "REFUSED"}, rows)
}

// shareOf returns a number of calls with its limit; 0 is none.
func shareOf(used, limit int) string {
	if limit == 0 {
		return fmt.Sprint(used)
	}
	return fmt.Sprintf("%d of %d", used, limit)
}

func refusals(byLimit map[string]int) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(byLimit)) {
		parts = append(parts, fmt.Sprintf("%d by %s", byLimit[name], name))
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}
