package deploy

import (
	"fmt"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/deploy"
)

// maxPlan is how large a saved plan may be, in bytes: some hundred for each change.
const maxPlan = 16 << 20

// complete validates the flags, before any slow work.
func (o *options) complete(env *cli.Env, args []string, named bool) error {
	for _, risk := range o.allow {
		if err := cmdutil.OneOf("--allow", risk, riskNames()); err != nil {
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
func (o *options) readPlan(env *cli.Env, named bool) error {
	text, err := cmdutil.ReadAtMost(env.Path(o.from), maxPlan)
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
