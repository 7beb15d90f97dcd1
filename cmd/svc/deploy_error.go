// This file tells what kept a deploy from its end: what is live, what is not, and how to go on.

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/deploy"
	"github.com/appsvc/svc/internal/deploy/crmapi"
)

// failed makes errors of the engine ones for the user. Nothing was changed by then.
func (j *deployJob) failed(err error) error {
	var locked *deploy.LockedError
	var foreign *deploy.ForeignError
	var stale *deploy.StaleError
	switch {
	case errors.As(err, &locked):
		return lockHeld(locked)
	case errors.As(err, &foreign):
		return &cli.Error{Code: cli.ExitMoved, What: foreign.What, Why: foreign.Why, Fix: foreign.Fix, Err: err}
	case errors.As(err, &stale):
		fix := "run 'svc deploy' again, and read the new plan"
		if j.saved != nil {
			fix = "make a new one with 'svc deploy --plan=FILE'"
		}
		return &cli.Error{
			Code: cli.ExitMoved, What: "the plan is stale: nothing was changed", Why: stale.Why, Fix: fix, Err: err,
		}
	}
	var told *cli.Error
	var onDisk *fs.PathError
	if !errors.As(err, &told) && errors.As(err, &onDisk) {
		return &cli.Error{
			Code: cli.ExitUsage, What: fmt.Sprintf("cannot write %q", onDisk.Path), Why: cli.Reason(err),
			Fix: "check who owns the folder, and what is in its place", Err: err,
		}
	}
	return remoteFailed(err)
}

func lockHeld(locked *deploy.LockedError) error {
	return &cli.Error{
		Code: cli.ExitMoved, What: locked.Error(), Why: locked.Why(),
		Fix: "wait for it; if it has died, take its lock with --force-unlock", Err: locked,
	}
}

// stopped tells where a deploy ended, with what is done and what is left.
func (j *deployJob) stopped(d *deploy.Deployment, err error) error {
	var at *deploy.StepError
	if !errors.As(err, &at) {
		return j.failed(err)
	}
	if !j.json {
		j.env.Notef("stopped at: %s", at.Step.Title)
		if live := titles(at.Done); live != "" {
			j.env.Notef("  live: %s", live)
		}
		if left := titles(append([]deploy.Step{at.Step}, at.Left...)); left != "" {
			j.env.Notef("  not live: %s", left)
		}
		j.env.Notef("  journal: %s", deploy.JournalPath(d.ID()))
	}
	var exit cli.Exit
	if errors.As(err, &exit) || errors.Is(err, context.Canceled) {
		j.env.Notef("run 'svc deploy%s' again: it goes on where this one ended", environmentFlag(j.environment))
		return err
	}
	return j.stepFailed(at, err)
}

// titles are the steps that people care about.
func titles(steps []deploy.Step) string {
	var names []string
	for _, s := range steps {
		switch kind, _, _ := strings.Cut(s.Name, ":"); kind {
		case "upload", "secrets", "schedules", "address", "crm-build", "crm-deploy", "delete":
			names = append(names, strings.ReplaceAll(s.Name, ":", " "))
		}
	}
	return strings.Join(names, ", ")
}

func (j *deployJob) stepFailed(at *deploy.StepError, err error) error {
	var health *deploy.HealthError
	var built *deploy.BuildError
	var deployed *deploy.DeployError
	var blocked *crmapi.BlockedError
	told := &cli.Error{Code: cli.ExitNegative, Err: err}
	switch {
	case errors.As(err, &health):
		told.Code, told.What, told.Why = cli.ExitRemote, fmt.Sprintf(
			"the worker %q does not come up at %s", health.Script, health.Origin,
		), health.Err.Error()
		told.Fix = "see 'svc logs', correct it and deploy again" + j.rollbackHint() + "; the CRM was not changed"
	case errors.As(err, &built):
		told.What, told.Why = fmt.Sprintf(
			"the CRM could not build the project %q (build %d)", built.Project, built.Build,
		), j.parts(built.Parts)
		told.Fix = "correct the declarations and deploy again: portals still have the build before; the workers are live" +
			j.rollbackHint()
	case errors.As(err, &deployed):
		told.What, told.Why = fmt.Sprintf(
			"the CRM could not deploy the project %q (deploy %d)", deployed.Project, deployed.Deploy,
		), j.parts(deployed.Parts)
		told.Fix = "correct the declarations and deploy again: the workers are live" + j.rollbackHint()
	case errors.As(err, &blocked):
		told.What, told.Why = "the CRM will not deploy the build", j.issues(blocked)
		told.Fix = "correct the declarations and deploy again: portals still have the build before; the workers are live" +
			j.rollbackHint()
		if blocked.Forceable() {
			told.Fix = "allow it with 'svc deploy --allow delete'"
		}
	default:
		return j.otherwise(at, err)
	}
	return told
}

// otherwise is for what can happen at every step.
func (j *deployJob) otherwise(at *deploy.StepError, err error) error {
	told, is := j.failed(err).(*cli.Error) //nolint:errorlint // failed makes it itself
	switch {
	case !is:
		return toolFailed(at.Error(), err)
	case told.Code != cli.ExitMoved:
		told.Why = strings.TrimSuffix(at.Step.Title+": "+told.Why, ": ")
		told.Fix = strings.TrimPrefix(told.Fix+"; then run 'svc deploy' again: it goes on where this one ended", "; then ")
	}
	return told
}

// rollbackHint names the deploy before, when there is one.
func (j *deployJob) rollbackHint() string {
	all, err := deploy.History(j.checked.dir)
	if err != nil {
		return ""
	}
	for _, past := range all {
		if past.Kind == deploy.KindDeploy && past.Environment == j.environment && past.Outcome == deploy.Succeeded {
			return fmt.Sprintf(", or go back with 'svc rollback --to %s%s'", past.ID, environmentFlag(j.environment))
		}
	}
	return ""
}

// parts are reasons of the CRM, each with the declaration that it is about.
func (j *deployJob) parts(parts []crmapi.Part) string {
	if len(parts) == 0 {
		return "it gives no reason"
	}
	var texts []string
	for _, part := range parts {
		texts = append(texts, declarationOf(j.loaded, part.Name)+": "+deploy.PartReason(part))
	}
	return cli.OneLine(strings.Join(texts, "; "))
}

func (j *deployJob) issues(blocked *crmapi.BlockedError) string {
	var texts []string
	for _, issue := range blocked.Issues {
		for _, text := range issue.Errors {
			texts = append(texts, declarationOf(j.loaded, issue.UID)+": "+text)
		}
		for _, blocker := range issue.Blocking {
			texts = append(texts, declarationOf(j.loaded, issue.UID)+": "+blocker.Message)
		}
	}
	return cli.OneLine(strings.Join(texts, "; "))
}
