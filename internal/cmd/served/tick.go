package served

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/devserver/live"
)

func newTickCommand(env *cli.Env) *cobra.Command {
	var dir string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "tick <duration>",
		Short: "Advance the clock of the running server",
		Long: `Advance the clock of the server that 'svc dev' runs in this folder. Everything that becomes due runs in order
and at its own time: schedules, syncs and delayed work.

The clock stays ahead, because the state contains its times. Without .svc/state the clock starts at the
machine's time. When the clock is more than 5 minutes ahead, requests signed with the machine's time are
rejected.

Exit codes: 0 success, 1 a schedule failed, or the app does not load, 2 usage error, 3 internal error, 9 no
running server.`,
		Example: `  svc dev tick 15m
  svc dev tick 24h --json`,
		Args: cmdutil.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			by, err := time.ParseDuration(args[0])
			wanted := "more than 0 and at most a year"
			if err != nil {
				wanted = "a number with the unit s, m or h"
			}
			if err != nil || by <= 0 || by > live.MaxTick {
				return cli.Usage(
					fmt.Sprintf("invalid duration %q: expected %s", args[0], wanted), "write a duration such as 90s, 15m or 24h",
				)
			}
			var ticked devserver.Ticked
			request := live.TickRequest{By: by.String()}
			c := caller{env: env, dir: dir, command: "svc dev tick"}
			if err := c.ask(cmd.Context(), live.TickPath, request, &ticked); err != nil {
				return err
			}
			if asJSON {
				return env.JSON(tickDocument{1, ticked})
			}
			return printTicked(env, ticked)
		},
	}
	cmdutil.AddDirFlag(cmd.Flags(), &dir)
	cmdutil.AddJSONFlag(cmd.Flags(), &asJSON)
	return cmd
}

// tickDocument is the output of --json.
type tickDocument struct {
	SchemaVersion int `json:"schemaVersion"`
	devserver.Ticked
}

func printTicked(env *cli.Env, ticked devserver.Ticked) error {
	failed := false
	for _, f := range ticked.Fired {
		line := fmt.Sprintf("%s  %s  %q", f.At.Format("2006-01-02 15:04"), f.Worker, f.Cron)
		if f.Error != "" {
			failed = true
			line += "  failed: " + cli.OneLine(f.Error)
		}
		fmt.Fprintln(env.Out, line)
	}
	ahead := time.Duration(ticked.AheadMs) * time.Millisecond
	env.Notef(
		"clock is now %s (%s ahead); %s fired", ticked.Now.UTC().Format(time.DateTime), cli.Duration(ahead),
		cli.Count(len(ticked.Fired), "schedule"),
	)
	if failed {
		return cli.Exit(cli.ExitNegative)
	}
	return nil
}
