// Package doctor implements `svc doctor`, which diagnoses what stops an app from running or deploying. It gathers facts
// about the app and this machine for internal/doctor.
package doctor

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/doctor"
)

type options struct {
	dir, profile  string
	json, offline bool
}

// document is the output of --json.
type document struct {
	SchemaVersion int             `json:"schemaVersion"`
	OK            bool            `json:"ok"`
	Checks        []doctor.Result `json:"checks"`
}

// New makes the command.
func New(env *cli.Env) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Diagnose what stops the app from running or deploying",
		Long: `Diagnose what stops the app from running, deploying or being reached. Doctor checks versions, the
project's source, its link, .gitignore, the local state, ports, .dev.vars, the names of credentials, the
clock, the app workers, their secrets and their redirect URLs.

Doctor changes nothing. Each check is ok, a warning, a problem, or skipped. Warnings and problems have a
reason and a fix.

Doctor contacts what is deployed from the folder: the app workers, and the edge platform for the names of
their secrets. Without a deployed app it compares the clock with a platform that is logged in. It contacts
no other server, and none with --offline.

Exit codes: 0 no problems, 1 problems, 2 usage error, 3 internal error.`,
		Example: `  svc doctor
  svc doctor --offline
  svc doctor --json | jq '.checks[] | select(.status == "problem")'`,
		Args: cmdutil.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return run(cmd.Context(), env, o) },
	}
	f := cmd.Flags()
	cmdutil.AddJSONFlag(f, &o.json)
	f.BoolVar(&o.offline, "offline", false, "skip the checks that need the network")
	cmdutil.AddDirFlag(f, &o.dir)
	cmdutil.AddProfileFlag(f, &o.profile)
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

// printResults writes the results to Out, and the fixes to Err.
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
