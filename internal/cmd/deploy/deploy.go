// Package deploy is svc deploy, svc rollback and svc deploys.
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
	"github.com/appsvc/svc/internal/platform"
)

// options is what the user asked for.
type options struct {
	dir, environment, profile string
	// plan is where the plan goes instead of being applied: "" for applying it, toStdout for printing it.
	plan string
	// from is a saved plan to apply.
	from      string
	dryRun    bool
	yes       bool
	allow     []string
	json      bool
	subdomain string
	newKey    bool
	force     bool

	saved *deploy.Plan
}

// toStdout is --plan without a file.
const toStdout = "-"

func New(env *cli.Env) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "deploy [plan]",
		Short: "Bring the app to the edge and to the CRM",
		Long: `Deploy checks and builds the app, asks both platforms what is deployed, shows what would change and what users
notice of it, and applies that once it is allowed. Nothing is taken from this machine's memory: another laptop
plans the same.

Changes are allowed by their risk. --yes covers create and update; delete (a worker or a component goes),
reconsent (every portal must consent again) and delete-state (what the app keeps is gone for good) need
--allow, or an answer on a terminal. Secrets that are missing stop it before anything is changed.

The steps are written to .svc/deploys before they are done. A deploy that was cut short, by a signal, a crash or
a broken network, is finished by the next svc deploy. One deploy of an environment runs at a time.

--plan prints the plan and changes nothing. --plan FILE saves it, and svc deploy FILE applies it as it stands; it
is refused when something else is deployed or built by then. --dry-run needs no network and no login: it says
what would be uploaded, without knowing what is deployed.

With --env each environment has scripts and a CRM project of its own. .svc/project.json, which belongs into version
control, links the folder to them. The project's control key is made at the first deploy and kept on this machine.

Exit codes: 0 deployed or nothing to do, 1 findings, or the CRM refuses to build or deploy the project, 2 usage,
configuration or missing secrets, 3 the tool failed, 6 declined or nobody could be asked, 7 a credential is
missing or refused, 8 a platform or a worker gives no good answer, 9 the plan is stale, another deploy runs, or a
script belongs to somebody else, 124 the CRM took too long, 130 or 143 a signal.`,
		Example: `  # show the plan, answer, deploy
  svc deploy
  # on a build server: create and update, nothing else
  svc deploy --yes --env staging
  # plan, review, apply exactly that
  svc deploy --plan=release.json
  svc deploy release.json --allow update,delete`,
		Args: cmdutil.UsageArgs(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.complete(env, args, cmd.Flags().Changed("env")); err != nil {
				return err
			}
			ctx, stop := cli.Interruptible(cmd.Context())
			defer stop()
			return o.run(ctx, env)
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&o.dir, "dir", "C", ".", "the `folder` of the app")
	flags.StringVar(
		&o.environment, "env", link.Production,
		"deploy under this `environment`: a part of the names of scripts, unless it is "+link.Production,
	)
	flags.StringVar(
		&o.profile, "profile", "",
		"vendor `profile`: "+strings.Join(platform.ProfileNames(), ", ")+" (default: profile in svc.platform.json, else crm)",
	)
	flags.StringVar(&o.plan, "plan", "", "print the plan, or save it to `file`, and change nothing")
	flags.Lookup("plan").NoOptDefVal = toStdout
	flags.StringVar(&o.from, "from", "", "apply the plan that was saved to this `file`")
	flags.BoolVar(&o.dryRun, "dry-run", false, "say what would be uploaded, without any network")
	flags.BoolVar(&o.yes, "yes", false, "create and update without asking")
	flags.StringSliceVar(&o.allow, "allow", nil, "allow `risks` without asking: "+strings.Join(riskNames(), ", "))
	flags.BoolVar(&o.json, "json", false, "print one JSON document")
	flags.StringVar(&o.subdomain, "subdomain", "", "the `label` that an account without one takes below workers.dev")
	flags.BoolVar(&o.newKey, "new-key", false, "give this machine a control key of its own")
	flags.BoolVar(&o.force, "force-unlock", false, "take the lock of a deploy that has died elsewhere")
	return cmd
}

func riskNames() []string {
	var names []string
	for _, risk := range deploy.Risks() {
		names = append(names, string(risk))
	}
	return names
}

// run deploys. With --json every end is one document, also one before there was a plan.
func (o *options) run(ctx context.Context, env *cli.Env) error {
	job := &job{options: o, env: env}
	err := o.start(ctx, job)
	if err == nil || job.told || cli.ExitCode(err) == cli.ExitNegative {
		return err // findings are a document of their own
	}
	return job.tell(&document{}, "failed", err)
}

func (o *options) start(ctx context.Context, job *job) (err error) {
	if job.checked, err = appbuild.NewBuilder(job.env, o.dir, o.profile, o.environment, o.json); err != nil {
		return err
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
