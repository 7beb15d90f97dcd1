package deploy

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/appsvc/svc/internal/deploy/crmapi"
	"github.com/appsvc/svc/internal/deploy/step"
)

// Names of the CRM's steps. The journal of an interrupted deploy uses them.
const (
	stepProject = "crm-project"
	stepBuild   = "crm-build"
	stepDeploy  = "crm-deploy"
)

// queued is the phase of a CRM deploy whose id is known.
const queued = "queued"

// crmSteps returns upload, build and deploy of the CRM project, or no steps if portals already have the build. The API
// has no idempotency keys, so after an ambiguous error the steps read the state before they repeat a request.
func (d *session) crmSteps() []step.Action {
	live, digest := d.found.CRM, d.want.source.Digest()[:32]
	if live.Deployed != 0 && live.DeployedDigest == digest {
		return nil
	}
	var steps []step.Action
	if !live.Exists {
		steps = append(steps, d.whileHeld(stepProject, "create the project in the CRM", step.Plain(d.makeProject)))
	}
	return append(steps,
		d.whileHeld(stepBuild, "upload and build the project in the CRM", d.buildProject),
		d.whileHeld(stepDeploy, "deploy the build to portals", d.deployProject))
}

func (d *session) makeProject(ctx context.Context) error {
	_, err := d.CRM.CreateProject(ctx, d.found.CRM.Name)
	if err == nil || !isCRMInDoubt(err) {
		return err
	}
	found, lookErr := d.CRM.Project(ctx, d.found.CRM.Name)
	if lookErr != nil || found == nil {
		return err
	}
	return nil
}

// isCRMInDoubt reports whether a failed call may have taken effect.
func isCRMInDoubt(err error) bool {
	var unreachable *crmapi.UnreachableError
	var apiError *crmapi.Error
	return errors.As(err, &unreachable) || errors.As(err, &apiError) && apiError.Status >= 500
}

// buildProject uploads the project unless a build of the same content exists or is running.
func (d *session) buildProject(ctx context.Context) (string, error) {
	live, digest := d.found.CRM, d.want.source.Digest()
	id := live.Build
	if live.Digest != digest[:32] || live.Status == crmapi.StatusFailure {
		if live.Build != 0 && live.Status != crmapi.StatusSuccess && live.Status != crmapi.StatusFailure {
			if _, err := d.CRM.WaitBuild(ctx, live.Name, live.Build, nil); err != nil {
				return "", err // the CRM runs one build at a time
			}
		}
		var err error
		if id, err = d.uploadProject(ctx, digest); err != nil {
			return "", err
		}
	}
	done, err := d.CRM.WaitBuild(ctx, live.Name, id, func(b crmapi.Build) { d.runner.Status(stepBuild, b.Status) })
	if err != nil {
		return "", err
	}
	if done.Status == crmapi.StatusFailure {
		return "", &crmapi.BuildError{Project: live.Name, Build: id, Parts: done.Failures()}
	}
	d.crmBuild = id
	return strconv.FormatInt(id, 10), nil
}

func (d *session) uploadProject(ctx context.Context, digest string) (int64, error) {
	name, message := d.found.CRM.Name, buildMessage(d.id, d.own, digest)
	id, err := d.CRM.Upload(ctx, name, d.want.source, message)
	if err == nil || !isCRMInDoubt(err) {
		return id, err
	}
	builds, lookErr := d.CRM.Builds(ctx, name)
	if lookErr != nil {
		return 0, err
	}
	for _, build := range builds {
		if build.ID > d.found.CRM.Build && build.Message == message {
			return build.ID, nil
		}
	}
	return 0, err
}

// deployProject queues the deploy of the build and waits for it, unless an earlier run did so.
func (d *session) deployProject(ctx context.Context) (string, error) {
	name := d.found.CRM.Name
	if done, err := d.wasDeployed(ctx, name); err != nil || done {
		return "", err
	}
	id, err := d.CRM.Deploy(ctx, name, d.crmBuild, d.removesComponents())
	if err != nil {
		if !isCRMInDoubt(err) {
			return "", err
		}
		if live, lookErr := d.settled(ctx, name); lookErr != nil || live != d.crmBuild {
			return "", err
		}
		return "", nil
	}
	if err := d.runner.Journal.Step(stepDeploy, queued, strconv.FormatInt(id, 10)); err != nil {
		return "", err
	}
	state, err := d.follow(ctx, name, id)
	if err == nil && state.Status == crmapi.StatusFailure {
		err = &crmapi.DeployError{Project: name, Deploy: id, Parts: state.Failures()}
	}
	return strconv.FormatInt(id, 10), err
}

// removesComponents reports whether the plan removes components, which overrides the platform's warning about it.
func (d *session) removesComponents() bool {
	return slices.ContainsFunc(
		d.plan.Of(Delete), func(c Change) bool { return c.Kind == OfComponent || c.Kind == OfProject },
	)
}

func (d *session) follow(ctx context.Context, name string, id int64) (crmapi.Deploy, error) {
	return d.CRM.WaitDeploy(ctx, name, id, func(s crmapi.Deploy) { d.runner.Status(stepDeploy, s.Status) })
}

// wasDeployed waits for a deploy that an earlier run queued, by the id in the journal. Without an id it waits until no
// deploy is running and checks whether portals have the build. A failed deploy is queued again.
func (d *session) wasDeployed(ctx context.Context, name string) (bool, error) {
	if !d.continues() || !slices.Contains(d.resumed.Open, stepDeploy) {
		return false, nil
	}
	id, err := strconv.ParseInt(d.resumed.Details[stepDeploy], 10, 64)
	if err != nil {
		live, err := d.settled(ctx, name)
		return live == d.crmBuild, err
	}
	state, err := d.follow(ctx, name, id)
	return state.Status != crmapi.StatusFailure && state.BuildID == d.crmBuild, err
}

// continues reports whether this deploy resumes the interrupted one with the same content.
func (d *session) continues() bool { return d.resumed != nil && d.resumed.ID == d.id }

// settled waits until no build or deploy locks the project, and returns the deployed build.
func (d *session) settled(ctx context.Context, name string) (int64, error) {
	end := d.Clock.Now().Add(crmapi.DeployWait)
	for {
		found, err := d.CRM.Project(ctx, name)
		if err != nil {
			return 0, err
		}
		if found == nil {
			return 0, nil
		}
		if !found.Locked || d.crmBuild != 0 && found.DeployedBuildID == d.crmBuild {
			return found.DeployedBuildID, nil
		}
		if d.Clock.Now().After(end) {
			return 0, &crmapi.TimeoutError{
				What: fmt.Sprintf("the build or deploy that locks project %q", name), After: crmapi.DeployWait,
			}
		}
		if err := d.Clock.Sleep(ctx, settlePause); err != nil {
			return 0, err
		}
	}
}
