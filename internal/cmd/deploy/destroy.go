package deploy

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/deploy"
	"github.com/appsvc/svc/internal/deploy/step"
)

type destroyOptions struct {
	dir, environment, profile string
	dryRun, yes, json, force  bool

	progress *progress
}

// NewDestroy makes svc destroy.
func NewDestroy(env *cli.Env) *cobra.Command {
	o := &destroyOptions{}
	cmd := &cobra.Command{
		Use:   "destroy --env <name>",
		Short: "Remove an environment from the edge and the CRM",
		Long: `Destroy removes what svc deployed to one environment: the app and its project in the CRM, the schedules,
scripts, secrets and keys on the edge platform, the keys on this machine, and the environment's entry in
.svc/project.json. Installs, tokens, stored values and checkpoints are lost for good.

The command prints what it removes. On a terminal you type the name of the environment to confirm.
Without a terminal it requires --yes. --dry-run prints the same and removes nothing.

It finds scripts by the tags that deploys set, so it works from every machine with .svc/project.json, and
touches nothing of other projects, environments or tools. It skips what is already removed. If it stops before
its end, run it again: it continues with what is left. Until the app worker is deleted, which comes last, svc
deploy restores the environment with its data.

Exit codes: 0 removed, or nothing to remove, 1 the CRM cannot remove the app, 2 usage error, 3 internal
error, 6 cancelled, or --yes is missing, 7 missing or rejected credential, 8 platform failed, 9 a deploy
is running or has changed what is deployed, 124 the CRM timed out, 130 or 143 stopped by a signal.`,
		Example: `  svc destroy --env staging --dry-run
  svc destroy --env staging
  # on a build server, when a pull request closes
  svc destroy --env pr-12 --yes`,
		Args: cmdutil.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := cli.Interruptible(cmd.Context())
			defer stop()
			return o.run(ctx, env)
		},
	}
	flags := cmd.Flags()
	cmdutil.AddDirFlag(flags, &o.dir)
	flags.StringVar(&o.environment, "env", "", "remove this `environment` (required)")
	cmdutil.AddProfileFlag(flags, &o.profile)
	flags.BoolVar(&o.dryRun, "dry-run", false, "print what would be removed")
	cmdutil.AddYesFlag(flags, &o.yes)
	cmdutil.AddJSONFlag(flags, &o.json)
	cmdutil.AddForceUnlockFlag(flags, &o.force)
	return cmd
}

// destroyDocument is the output of --json.
type destroyDocument struct {
	SchemaVersion int  `json:"schemaVersion"`
	OK            bool `json:"ok"`
	// Outcome is destroyed, unchanged, dry-run, declined or failed.
	Outcome string `json:"outcome"`
	// DestroyID is the id in svc deploys; "" for a run without a journal.
	DestroyID   string `json:"destroyId,omitempty"`
	Environment string `json:"environment"`
	// Plan is null for an error before there is a plan.
	Plan  *deploy.Plan   `json:"plan"`
	Steps []step.Step    `json:"steps"`
	Error *cli.JSONError `json:"error,omitempty"`
}

func (o *destroyOptions) run(ctx context.Context, env *cli.Env) error {
	o.progress = newProgress(env, o.json)
	defer o.progress.end()
	document := destroyDocument{SchemaVersion: 1, Environment: o.environment, Steps: []step.Step{}}
	err := o.work(ctx, env, &document)
	if !o.json {
		return err
	}
	document.OK = err == nil
	if err != nil {
		document.Error = newErrorDocument(err, o.command())
	}
	return errors.Join(err, env.JSON(document))
}

// work plans, asks and removes. It notes in the document how far it came.
func (o *destroyOptions) work(ctx context.Context, env *cli.Env, document *destroyDocument) (err error) {
	document.Outcome = "failed"
	options, err := o.engineOptions(ctx, env)
	if err != nil {
		return err
	}
	o.progress.begin("read what is deployed")
	if o.dryRun {
		document.Plan, err = deploy.PlanDestroy(ctx, options)
		o.progress.end()
		if err != nil {
			return o.userError(err)
		}
		document.Outcome = "dry-run"
		o.print(env, document.Plan)
		return nil
	}
	d, err := deploy.BeginDestroy(ctx, options)
	o.progress.end()
	if err != nil {
		return o.userError(err)
	}
	defer func() { err = errors.Join(err, d.End()) }()
	document.Plan = d.Plan()
	o.print(env, d.Plan())
	if d.Plan().IsEmpty() {
		document.Outcome = "unchanged"
		return nil
	}
	if err := o.confirm(env); err != nil {
		document.Outcome = "declined"
		return err
	}
	applied, err := d.Apply(ctx)
	o.progress.fail() // unless the last step is done
	if document.DestroyID, document.Steps = applied.Deploy, applied.Steps; err != nil {
		return o.stopped(env, err)
	}
	document.Outcome = "destroyed"
	if missing := document.Plan.Missing; len(missing) > 0 {
		env.Notef("removed what was found of %s; not found: %s", o.environment, cli.OneLine(strings.Join(missing, ", ")))
		return nil
	}
	env.Notef("removed %s", o.environment)
	return nil
}

func (o *destroyOptions) print(env *cli.Env, p *deploy.Plan) {
	switch {
	case o.json:
	case p.IsEmpty():
		printPlan(env, env.Err, p)
		env.Notef("nothing to remove; nothing of this project is deployed to %s", o.environment)
	case o.dryRun:
		printPlan(env, env.Out, p)
		env.Notef("nothing was removed")
	default:
		printPlan(env, env.Err, p)
	}
}

func (o *destroyOptions) confirm(env *cli.Env) error {
	switch {
	case o.yes:
		return nil
	case !env.CanPrompt():
		return cli.ConfirmationRequired("read what is removed, then add --yes")
	}
	return typeName(cli.NewPrompter(env), "--yes", o.environment)
}

// command returns the command that continues after a signal.
func (o *destroyOptions) command() string { return "svc destroy --env " + o.environment }
