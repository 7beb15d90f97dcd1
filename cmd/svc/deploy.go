// This file is `svc deploy`: its flags, and which of its ways of working they choose.

package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/deploy"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/platform"
)

// deployOptions is what the user asked for.
type deployOptions struct {
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

// maxPlan is how large a saved plan may be, in bytes: some hundred for each change.
const maxPlan = 16 << 20

// toStdout is --plan without a file.
const toStdout = "-"

func newDeployCommand(env *cli.Env) *cobra.Command {
	o := &deployOptions{}
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
		Args: usageArgs(cobra.MaximumNArgs(1)),
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

// complete validates the flags, before any slow work.
func (o *deployOptions) complete(env *cli.Env, args []string, named bool) error {
	for _, risk := range o.allow {
		if err := oneOf("--allow", risk, riskNames()); err != nil {
			return err
		}
	}
	if len(args) == 1 {
		switch {
		case o.plan == toStdout:
			o.plan = args[0] // --plan FILE: the flag takes a value only after "="
		case o.from != "" || o.plan != "":
			return cli.Usage(fmt.Sprintf("%q is one file too many", args[0]), "name one plan")
		default:
			o.from = args[0]
		}
	}
	if o.plan != "" && o.from != "" {
		return cli.Usage("--plan makes a plan, and --from applies one", "leave out one of the two")
	}
	if o.dryRun && (o.plan != "" || o.from != "") {
		return cli.Usage("--dry-run knows no plan: it does not ask what is deployed", "leave out --dry-run, or the plan")
	}
	if o.from == "" {
		return nil
	}
	return o.readPlan(env, named)
}

// readPlan reads a saved plan. Its environment is the one that is deployed.
func (o *deployOptions) readPlan(env *cli.Env, named bool) error {
	text, err := readAtMost(env.Path(o.from), maxPlan)
	if err != nil {
		return &cli.Error{
			Code: cli.ExitUsage, What: fmt.Sprintf("cannot read the plan %q", o.from), Why: cli.Reason(err),
			Fix: "save one with 'svc deploy --plan=FILE'; the app's folder is named with -C", Err: err,
		}
	}
	if o.saved, err = deploy.DecodePlan(text); err != nil {
		return &cli.Error{
			Code: cli.ExitUsage, What: fmt.Sprintf("cannot use %q", o.from), Why: err.Error(),
			Fix: "save one with 'svc deploy --plan=FILE'", Err: err,
		}
	}
	if named && o.environment != o.saved.Environment {
		return cli.Usage(fmt.Sprintf("the plan is for %s, not for %s", o.saved.Environment, o.environment), "leave out --env")
	}
	o.environment = o.saved.Environment
	return nil
}

// run deploys. With --json every end is one document, also one before there was a plan.
func (o *deployOptions) run(ctx context.Context, env *cli.Env) error {
	job := &deployJob{deployOptions: o, env: env}
	err := o.start(ctx, job)
	if err == nil || job.told || cli.ExitCode(err) == cli.ExitNegative {
		return err // findings are a document of their own
	}
	return job.tell(&deployDocument{}, "failed", err)
}

func (o *deployOptions) start(ctx context.Context, job *deployJob) (err error) {
	if job.checked, err = completeBuild(job.env, o.dir, o.profile, o.environment, o.json); err != nil {
		return err
	}
	if o.dryRun {
		return job.dry(ctx)
	}
	options, err := job.options(ctx)
	if err != nil {
		return err
	}
	if o.plan != "" {
		return job.onlyPlan(ctx, options)
	}
	return job.apply(ctx, options)
}

// allows reports whether a risk needs no answer. Whoever allows updates allows what is new.
func (o *deployOptions) allows(risk deploy.Risk) bool {
	return slices.Contains(o.allow, string(risk)) || o.yes && risk.IsMild() || risk == deploy.Create && slices.Contains(
		o.allow, string(deploy.Update),
	)
}
