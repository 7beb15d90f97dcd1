package deploy

import (
	"fmt"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/deploy"
	"github.com/appsvc/svc/internal/projectfs"
)

// maxPlan is the size limit of a saved plan, in bytes. A change takes a few hundred.
const maxPlan = 16 << 20

// complete validates the flags and reads the saved plan.
func (o *options) complete(env *cli.Env, args []string, named bool) error {
	for _, risk := range o.allow {
		if err := cmdutil.OneOf("--allow", risk, riskNames()); err != nil {
			return err
		}
	}
	if len(args) == 1 {
		switch {
		case o.plan == toStdout:
			o.plan = args[0] // --plan FILE without "="
		case o.from != "" || o.plan != "":
			return cli.Usage(fmt.Sprintf("unexpected argument %q: a plan is already named", args[0]), "name one plan")
		default:
			o.from = args[0]
		}
	}
	if o.plan != "" && o.from != "" {
		return cli.Usage("--plan and --from exclude each other", "leave out one of them")
	}
	if o.dryRun && o.plan != "" {
		return cli.Usage("--dry-run and --plan exclude each other", "leave out one of them")
	}
	if o.dryRun && o.from != "" {
		return cli.Usage("--dry-run and a saved plan exclude each other", "leave out one of them")
	}
	if o.from == "" {
		return nil
	}
	return o.readPlan(env, named)
}

// readPlan reads a saved plan. The plan determines the environment.
func (o *options) readPlan(env *cli.Env, named bool) error {
	text, err := projectfs.ReadNamed(env.Path(o.from), env.Path(o.dir), maxPlan)
	if err != nil {
		return &cli.Error{
			Code: cli.ExitUsage, What: fmt.Sprintf("cannot read the plan %q", o.from), Why: cli.Reason(err),
			Fix: "save one with 'svc deploy --plan=FILE'; use -C to name the app's folder", Err: err,
		}
	}
	if o.saved, err = deploy.DecodePlan(text); err != nil {
		return &cli.Error{
			Code: cli.ExitUsage, What: fmt.Sprintf("invalid plan %q", o.from), Why: err.Error(),
			Fix: "save one with 'svc deploy --plan=FILE'", Err: err,
		}
	}
	if named && o.environment != o.saved.Environment {
		return cli.Usage(fmt.Sprintf("the plan is for %s, not for %s", o.saved.Environment, o.environment), "leave out --env")
	}
	o.environment = o.saved.Environment
	return nil
}
