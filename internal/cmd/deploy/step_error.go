package deploy

import (
	"errors"
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/deploy"
	"github.com/appsvc/svc/internal/deploy/crmapi"
)

func (j *job) stepFailed(at *deploy.StepError, err error) error {
	var health *deploy.HealthError
	var built *deploy.BuildError
	var deployed *deploy.DeployError
	var blocked *crmapi.BlockedError
	told := &cli.Error{Code: cli.ExitNegative, Err: err}
	switch {
	case errors.As(err, &health):
		told.Code, told.What, told.Why = cli.ExitRemote, fmt.Sprintf(
			"the worker %q is not healthy at %s", health.Script, health.Origin,
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
func (j *job) otherwise(at *deploy.StepError, err error) error {
	told, is := j.failed(err).(*cli.Error) //nolint:errorlint // failed makes it itself
	switch {
	case !is:
		return cmdutil.ToolError(at.Error(), err)
	case told.Code != cli.ExitMoved:
		told.Why = strings.TrimSuffix(at.Step.Title+": "+told.Why, ": ")
		told.Fix = strings.TrimPrefix(told.Fix+"; then run 'svc deploy' again: it goes on where this one ended", "; then ")
	}
	return told
}

// rollbackHint names the deploy before, when there is one.
func (j *job) rollbackHint() string {
	all, err := deploy.History(j.checked.Dir)
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
func (j *job) parts(parts []crmapi.Part) string {
	if len(parts) == 0 {
		return "it gives no reason"
	}
	var texts []string
	for _, part := range parts {
		texts = append(texts, declarationOf(j.loaded, part.Name)+": "+deploy.PartReason(part))
	}
	return cli.OneLine(strings.Join(texts, "; "))
}

func (j *job) issues(blocked *crmapi.BlockedError) string {
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
