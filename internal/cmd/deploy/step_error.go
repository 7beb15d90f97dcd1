package deploy

import (
	"errors"
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/deploy/crmapi"
	"github.com/appsvc/svc/internal/deploy/health"
	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/deploy/step"
	"github.com/appsvc/svc/internal/reason"
)

// stepError turns an error of a step into one for the user.
func (j *job) stepError(at *step.Error, err error) error {
	var unhealthy *health.Error
	var built *crmapi.BuildError
	var deployed *crmapi.DeployError
	var blocked *crmapi.BlockedError
	e := &cli.Error{Code: cli.ExitNegative, Err: err}
	// The workers of the new deploy are live before the CRM gets its project.
	fix := "fix the declarations and deploy again; the workers are live, and portals still have the previous build"
	switch {
	case errors.As(err, &unhealthy):
		e.Code, e.Why = cli.ExitRemote, unhealthy.Err.Error()
		e.What = fmt.Sprintf("the health check of worker %q failed at %s", unhealthy.Script, unhealthy.Origin)
		fix := "see 'svc logs', fix the worker and deploy again"
		if reason.IsUnknownHost(unhealthy.Err) {
			fix = "deploy again in some minutes: name servers do not know a new address at once"
		}
		e.Fix = fix + j.rollbackHint() + "; the CRM did not change"
	case errors.As(err, &built):
		e.What = fmt.Sprintf("the CRM cannot build the project %q (build %d)", built.Project, built.Build)
		e.Why, e.Fix = j.parts(built.Parts), fix+j.rollbackHint()
	case errors.As(err, &deployed):
		e.What = fmt.Sprintf("the CRM cannot deploy the project %q (deploy %d)", deployed.Project, deployed.Deploy)
		e.Why = j.parts(deployed.Parts)
		e.Fix = "fix the declarations and deploy again; the workers are live" + j.rollbackHint()
	case errors.As(err, &blocked):
		e.What, e.Why, e.Fix = "the CRM refuses to deploy the build", j.issues(blocked), fix+j.rollbackHint()
		if blocked.Forceable() {
			e.Fix = "allow it with 'svc deploy --allow delete'"
		}
	default:
		return j.generalError(at, err)
	}
	return e
}

// generalError handles errors that can occur in every step.
func (j *job) generalError(at *step.Error, err error) error {
	e, isUserError := j.userError(err).(*cli.Error) //nolint:errorlint // userError returns it unwrapped
	switch {
	case !isUserError:
		return cmdutil.InternalError(at.Error(), err)
	case e.Code != cli.ExitMoved:
		e.Why = strings.TrimSuffix(at.Step.Title+": "+e.Why, ": ")
		again := "'svc deploy'"
		if j.canary != nil {
			again = "the same command"
		}
		if fix := "run " + again + " again"; !strings.HasPrefix(e.Fix, fix) {
			e.Fix = strings.TrimPrefix(e.Fix+"; then "+fix+" to resume", "; then ")
		}
	}
	return e
}

// rollbackHint names the previous deploy, if there is one.
func (j *job) rollbackHint() string {
	all, _, err := journal.History(j.checked.Dir)
	if err != nil {
		return ""
	}
	for _, past := range all {
		if past.Kind == journal.KindDeploy && past.Environment == j.environment && past.Outcome == journal.Succeeded {
			return fmt.Sprintf(", or run 'svc rollback --to %s%s'", past.ID, environmentFlag(j.environment))
		}
	}
	return ""
}

// declaration returns a component's uid, with the position of its declaration if there is one.
func (j *job) declaration(uid string) string {
	if at := j.places[uid]; at != "" {
		return fmt.Sprintf("%s (%s)", uid, at)
	}
	return uid
}

// parts lists the CRM's reasons, each with the declaration of its component.
func (j *job) parts(parts []crmapi.Part) string {
	if len(parts) == 0 {
		return "the CRM gives no reason"
	}
	var texts []string
	for _, part := range parts {
		texts = append(texts, j.declaration(part.Name)+": "+part.Reason())
	}
	return cli.OneLine(strings.Join(texts, "; "))
}

// issues lists the reasons why the CRM blocks a deploy, each with the declaration of its component.
func (j *job) issues(blocked *crmapi.BlockedError) string {
	var texts []string
	for _, issue := range blocked.Issues {
		for _, text := range issue.Errors {
			texts = append(texts, j.declaration(issue.UID)+": "+text)
		}
		for _, blocker := range issue.Blocking {
			texts = append(texts, j.declaration(issue.UID)+": "+blocker.Message)
		}
	}
	return cli.OneLine(strings.Join(texts, "; "))
}
