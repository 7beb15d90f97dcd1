// Package doctor is svc doctor. It gathers facts about the app and this machine for internal/doctor.
package doctor

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/doctor"
	"github.com/appsvc/svc/internal/platform"
)

// options are the flags of `svc doctor`.
type options struct {
	dir, profile  string
	json, offline bool
}

// document is what --json prints.
type document struct {
	SchemaVersion int             `json:"schemaVersion"`
	OK            bool            `json:"ok"`
	Checks        []doctor.Result `json:"checks"`
}

func New(env *cli.Env) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Look for what keeps the app from running, being deployed or being reached",
		Long: `Look for what keeps the app from running, being deployed or being reached: versions, whether the project loads,
its link, .gitignore, the state of this machine, ports, .dev.vars, credentials (by name), the clock, the app
workers, their secrets and redirect URLs.

Nothing is changed. Each check is ok, a warning, a problem, or skipped; a warning or a problem says why it matters
and how to mend it. With --offline the checks that need the network are skipped.

Exit codes: 0 no problem, 1 a problem, 2 usage, 3 the tool failed.`,
		Example: `  svc doctor
  svc doctor --offline
  svc doctor --json | jq '.checks[] | select(.status == "problem")'`,
		Args: cmdutil.UsageArgs(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return run(cmd.Context(), env, o) },
	}
	f := cmd.Flags()
	f.BoolVar(&o.json, "json", false, "print one JSON document")
	f.BoolVar(&o.offline, "offline", false, "send nothing: skip the checks that need the network")
	f.StringVarP(&o.dir, "dir", "C", ".", "the `folder` of the app")
	f.StringVar(
		&o.profile, "profile", "",
		"vendor `profile`: "+strings.Join(platform.ProfileNames(), ", ")+" (default: profile in svc.platform.json, else crm)",
	)
	return cmd
}

func run(parent context.Context, env *cli.Env, o *options) error {
	ctx, stop := cli.Interruptible(parent)
	defer stop()
	world, err := o.world(ctx, env)
	if err != nil {
		return err
	}
	results := doctor.Run(ctx, world)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	failed := doctor.Failed(results)
	if o.json {
		err = env.JSON(document{1, !failed, results})
	} else {
		err = printResults(env, results)
	}
	if err == nil && failed {
		err = cli.Exit(cli.ExitNegative)
	}
	return err
}

// printResults writes the table to Out, and what to do to Err.
func printResults(env *cli.Env, results []doctor.Result) error {
	rows := make([][]string, len(results))
	for i, r := range results {
		rows[i] = []string{string(r.Status), r.Title, r.Found}
	}
	if err := env.Table([]string{"STATUS", "CHECK", "FOUND"}, rows); err != nil {
		return err
	}
	for _, r := range results {
		if r.Fix != "" {
			env.Notef("%s: %s", r.Status, cli.OneLine(r.Title+": "+r.Found))
			env.Notef("  why: %s", cli.OneLine(r.Why))
			env.Notef("  fix: %s", cli.OneLine(r.Fix))
		}
	}
	return nil
}
