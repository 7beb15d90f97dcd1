package dev

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/devserver"
	"github.com/appsvc/svc/devserver/live"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/localserver"
)

func newTickCommand(env *cli.Env) *cobra.Command {
	var dir string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "tick <time>",
		Short: "Move the clock of the running server ahead",
		Long: `Move the clock of the server that 'svc dev' runs in this folder ahead. Everything that comes due on the way
happens, in its order and each at its time: schedules fire, syncs proceed, what was put off is done.

The clock stays ahead, since the state holds its times; a folder without .svc/state begins at the machine's time.
Who signs requests by the machine's time is refused once the clock is more than 5 minutes ahead.`,
		Example: `  svc dev tick 15m
  svc dev tick 24h --json`,
		Args: cmdutil.UsageArgs(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			by, err := time.ParseDuration(args[0])
			if err != nil || by <= 0 || by > live.MaxTick {
				return cli.Usage(
					fmt.Sprintf("the clock cannot move by %q", args[0]), "give a time such as 90s, 15m or 24h, of a year at most",
				)
			}
			folder, err := env.Folder(dir)
			if err != nil {
				return err
			}
			server := localserver.Find(folder)
			var ticked devserver.Ticked
			if server == nil {
				err = localserver.ErrNoServer
			} else {
				err = server.Ask(cmd.Context(), live.TickPath, live.TickRequest{By: by.String()}, &ticked)
			}
			if errors.Is(err, localserver.ErrNoServer) {
				return &cli.Error{
					Code: cli.ExitMoved, What: "no server runs in this folder", Why: "the clock is that of 'svc dev'",
					Fix: "start 'svc dev' in another terminal", Err: err,
				}
			}
			if err != nil {
				return err
			}
			if asJSON {
				return env.JSON(ticked)
			}
			return printTicked(env, ticked)
		},
	}
	cmd.Flags().StringVarP(&dir, "dir", "C", ".", "the `folder` of the app")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	return cmd
}

func printTicked(env *cli.Env, ticked devserver.Ticked) error {
	failed := false
	for _, f := range ticked.Fired {
		line := fmt.Sprintf("%s  %s  %q", f.At.Format("2006-01-02 15:04"), f.Worker, f.Cron)
		if f.Error != "" {
			failed = true
			line += "  failed: " + f.Error
		}
		fmt.Fprintln(env.Out, line)
	}
	ahead := time.Duration(ticked.AheadMs) * time.Millisecond
	env.Notef(
		"it is %s now, %s ahead; %s fired", ticked.Now.UTC().Format("2006-01-02 15:04:05"), ahead.Round(time.Second),
		cli.Count(len(ticked.Fired), "schedule"),
	)
	if failed {
		return cli.Exit(cli.ExitNegative)
	}
	return nil
}
