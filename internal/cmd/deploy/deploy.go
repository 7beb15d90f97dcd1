// Package deploy implements `svc deploy`, `svc deploys`, `svc rollback` and `svc destroy`.
package deploy

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appbuild"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/deploy"
	"github.com/appsvc/svc/internal/link"
)

type options struct {
	dir, environment, profile string
	// plan is the file to save the plan to, toStdout to print it, or "" to apply it.
	plan string
	// from is the file of a saved plan to apply.
	from      string
	dryRun    bool
	yes       bool
	allow     []string
	json      bool
	subdomain string
	newKey    bool
	force     bool
	canaryOptions

	saved *deploy.Plan
}

// toStdout is the value of --plan without a file.
const toStdout = "-"

// New makes svc deploy.
func New(env *cli.Env) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "deploy [plan]",
		Short: "Deploy the app to the edge and the CRM",
		Long: `Deploy checks and builds the app, reads what is deployed on both platforms, prints the changes and their
impact on users, and applies them after a confirmation. The plan does not depend on this machine:
another machine makes the same plan.

Each change has a risk. --yes allows create and update. delete (removes a worker or component),
reconsent (every portal must consent again) and delete-state (deletes stored data for good) require
--allow, or a confirmation on a terminal. Missing secrets stop a deploy before it changes anything.

Deploy writes each step to a journal in .svc/deploys before it runs the step. The next svc deploy
resumes a deploy that a signal, a crash or a network failure interrupted. Only one deploy per
environment runs at a time.

--plan prints the plan and changes nothing. --plan FILE saves the plan, and svc deploy FILE applies it
unchanged. A saved plan is rejected if the build or the deployed app has changed since. --dry-run prints
what would be uploaded, without network and login; it does not know what is deployed.

--canary 10% --until CONDITION gives new versions of the workers a share of the traffic first, and watches the
checkpoints of the app for --for. If the condition holds at the end, the canary is promoted, otherwise rolled
back. A condition such as 'count >= 100 and error_rate < 0.01' rolls it back as soon as it has counted enough.
Only code of workers can be deployed gradually. If the command stops before the end, the canary keeps its
traffic: run the same command to resume, or end the canary with --promote or --abort.

Each environment has its own scripts and CRM project. .svc/project.json links the folder to them; commit
it. The first deploy generates the project's control key and stores it on this machine.

Exit codes: 0 deployed, or nothing to do, 1 findings, the CRM rejects the project, or the canary was
rolled back, 2 usage or configuration error, or missing secrets, 3 internal error, 6 cancelled, or a
confirmation is missing, 7 missing or rejected credential, 8 platform or worker failed, 9 stale plan, deploy
already running, or a script belongs to another project, 124 the CRM timed out, 130 or 143 stopped by a
signal.`,
		Example: `  # print the plan, confirm, deploy
  svc deploy
  # on a build server: allow create and update only
  svc deploy --yes --env staging
  # save the plan, review it, apply it
  svc deploy --plan=release.json
  svc deploy release.json --allow update,delete
  # deploy to a tenth of the traffic, and to all if it goes well
  svc deploy --canary 10% --until 'count >= 100 and error_rate < 0.01' --for 15m`,
		Args: cmdutil.MaximumArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.complete(env, args, cmd.Flags().Changed("env")); err != nil {
				return err
			}
			if err := o.completeCanary(cmd.Context(), cmd.Flags().Changed); err != nil {
				return err
			}
			ctx, stop := cli.Interruptible(cmd.Context())
			defer stop()
			return o.run(ctx, env)
		},
	}
	flags := cmd.Flags()
	cmdutil.AddDirFlag(flags, &o.dir)
	flags.StringVar(
		&o.environment, "env", link.Production,
		"deploy this `environment`; its name is part of script names, except for "+link.Production,
	)
	cmdutil.AddProfileFlag(flags, &o.profile)
	flags.StringVar(&o.plan, "plan", "", "print the plan, or save it to `file`, without applying it")
	flags.Lookup("plan").NoOptDefVal = toStdout
	flags.StringVar(&o.from, "from", "", "apply the saved plan in this `file`")
	flags.BoolVar(&o.dryRun, "dry-run", false, "print what would be uploaded, without network")
	flags.BoolVar(&o.yes, "yes", false, "allow create and update without confirmation")
	flags.StringSliceVar(&o.allow, "allow", nil, "allow `risks` without confirmation: "+strings.Join(riskNames(), ", "))
	cmdutil.AddJSONFlag(flags, &o.json)
	flags.StringVar(&o.subdomain, "subdomain", "", "the `label` below workers.dev, for an account without one")
	flags.BoolVar(&o.newKey, "new-key", false, "create a control key for this machine")
	cmdutil.AddForceUnlockFlag(flags, &o.force)
	o.addTo(flags)
	return cmd
}

func riskNames() []string {
	var names []string
	for _, risk := range deploy.Risks() {
		names = append(names, string(risk))
	}
	return names
}

// run deploys. With --json it always prints one document, also for an error before there is a plan.
func (o *options) run(ctx context.Context, env *cli.Env) error {
	job := &job{options: o, env: env, progress: newProgress(env, o.json)}
	err := o.start(ctx, job)
	if err == nil || job.printed || cli.ExitCode(err) == cli.ExitNegative {
		return err // findings were printed as a document
	}
	return job.finish(&document{}, "failed", err)
}

// start builds the app and runs one of the ways to deploy it.
func (o *options) start(ctx context.Context, job *job) (err error) {
	if job.checked, err = appbuild.NewBuilder(job.env, o.dir, o.profile, o.environment); err != nil {
		return err
	}
	if o.promote || o.abort {
		return job.endCanary(ctx)
	}
	if o.dryRun {
		return job.dry(ctx)
	}
	options, err := job.engineOptions(ctx)
	if err != nil {
		return err
	}
	if o.plan != "" {
		return job.onlyPlan(ctx, options)
	}
	return job.apply(ctx, options)
}
