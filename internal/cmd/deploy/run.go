package deploy

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appbuild"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/deploy"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/projectfs"
)

// job is one run of the command.
type job struct {
	*options
	env      *cli.Env
	checked  *appbuild.Builder
	progress *progress
	// places are the positions of components by uid. They are nil before the first build.
	places map[string]string
	// oauth means that portals install the app on a page of the app worker. crmPage returns its page in the CRM.
	oauth   bool
	crmPage func(*link.CRM) string
	// printed means that the document of --json is printed.
	printed bool
}

// planning is the title of what happens before the first step.
const planning = "compare the build with what is deployed"

// build builds the app, and prints the note about warnings once.
func (j *job) build(ctx context.Context, linked *link.Project) (*build.Output, error) {
	built, err := j.checked.Apart(ctx, j.env, linked, j.places != nil)
	if err != nil {
		return nil, err
	}
	j.places, j.oauth = built.Places, slices.Contains(built.Output.Scripts[0].Secrets, "CRM_CLIENT_ID")
	return built.Output, nil
}

// dry prints what would be uploaded. It makes no client, so it cannot use the network.
func (j *job) dry(ctx context.Context) error {
	profile, err := cmdutil.LoadProfile(j.checked.Dir, j.checked.Profile)
	if err != nil {
		return err
	}
	p, err := deploy.DryRun(ctx, deploy.DryRunOptions{
		Environment: j.environment, Profile: profile, Link: j.checked.Linked, Build: j.build,
	})
	if err != nil {
		return j.userError(err)
	}
	if j.json {
		return j.finish(&document{Plan: p}, "dry-run", nil)
	}
	printPlan(j.env, j.env.Out, p)
	j.env.Notef("nothing was sent; 'svc deploy --plan' compares with the deployed app")
	return nil
}

// onlyPlan prints or saves the plan.
func (j *job) onlyPlan(ctx context.Context, o deploy.Options) error {
	j.progress.begin(planning)
	p, err := deploy.MakePlan(ctx, o)
	j.progress.end()
	if err != nil {
		return j.userError(err)
	}
	if j.plan != toStdout && len(p.Problems) == 0 {
		text, err := p.Encode()
		if err == nil {
			err = projectfs.WriteOutput(j.env.Path(j.plan), text, j.checked.Dir)
		}
		if err != nil {
			return &cli.Error{
				Code: cli.ExitUsage, What: fmt.Sprintf("cannot write the plan to %q", j.plan), Why: cli.Reason(err),
				Fix: "name another file", Err: err,
			}
		}
	}
	if len(p.Problems) > 0 {
		err = problemsError(p)
	}
	if j.json {
		return j.finish(&document{Plan: p}, "planned", err)
	}
	printPlan(j.env, j.env.Out, p)
	if err == nil && j.plan != toStdout {
		j.env.Notef("saved the plan; apply it with 'svc deploy %s'", cli.ShellWord(j.plan))
	}
	return err
}

// apply makes a plan, asks for a confirmation and applies the plan.
func (j *job) apply(ctx context.Context, o deploy.Options) (err error) {
	j.progress.begin(planning)
	d, err := deploy.Begin(ctx, o)
	j.progress.end()
	if err != nil {
		return j.userError(err)
	}
	defer func() { err = errors.Join(err, d.End()) }()
	p := d.Plan()
	result := document{Plan: p, Origins: d.Origins()}
	if !j.json {
		printPlan(j.env, j.env.Err, p)
	}
	if len(p.Problems) > 0 {
		return j.finish(&result, "refused", problemsError(p))
	}
	if d.Resumes() {
		j.env.Notef("resuming interrupted deploy %s", d.ID())
	}
	if !p.IsEmpty() {
		if err := j.openTarget(ctx); err != nil {
			return j.finish(&result, "refused", err)
		}
	}
	if err := j.confirm(p); err != nil {
		return j.finish(&result, "declined", err)
	}
	began := j.env.Now()
	applied, err := d.Apply(ctx)
	j.progress.fail() // unless the last step is done
	result.DeployID, result.Steps = applied.Deploy, applied.Steps
	result.Milliseconds = j.env.Now().Sub(began).Milliseconds()
	if err != nil {
		result.Standing = d.Standing()
		return j.finish(&result, "failed", j.stopped(err, result.Standing))
	}
	if err := j.addNext(&result, d.Resumes()); err != nil {
		return j.finish(&result, "failed", err)
	}
	if p.IsEmpty() {
		return j.finish(&result, "unchanged", nil)
	}
	return j.finish(&result, "deployed", nil)
}
