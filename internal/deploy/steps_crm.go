// This file brings the project to the CRM: upload, build, deploy. The API has no key that would make a request
// count once, so what is in doubt is looked up before it is asked for again.

package deploy

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/deploy/crmapi"
)

// Names of the steps of the CRM: a journal that names them tells what was under way.
const (
	stepProject = "crm-project"
	stepBuild   = "crm-build"
	stepDeploy  = "crm-deploy"
)

// queued is the phase of a deploy of the CRM whose id is known.
const queued = "queued"

// BuildError says that the CRM could not build the project.
type BuildError struct {
	Project string
	Build   int64
	Parts   []crmapi.Part
}

func (e *BuildError) Error() string {
	return fmt.Sprintf("build %d of the CRM project %q failed%s", e.Build, e.Project, reasons(e.Parts))
}

// DeployError says that the CRM could not bring a build to the portals.
type DeployError struct {
	Project string
	Deploy  int64
	Parts   []crmapi.Part
}

func (e *DeployError) Error() string {
	return fmt.Sprintf("deploy %d of the CRM project %q failed%s", e.Deploy, e.Project, reasons(e.Parts))
}

func reasons(parts []crmapi.Part) string {
	var texts []string
	for _, part := range parts {
		texts = append(texts, part.Name+": "+PartReason(part))
	}
	if texts == nil {
		return ""
	}
	return ": " + strings.Join(texts, "; ")
}

// PartReason is why a component failed, in the platform's words.
func PartReason(part crmapi.Part) string {
	texts := []string{}
	if part.Message != "" {
		texts = append(texts, part.Message)
	}
	if part.Cause != nil {
		for _, single := range part.Cause.Errors {
			if !slices.Contains(texts, single.Message) {
				texts = append(texts, single.Message)
			}
		}
	}
	if len(texts) == 0 {
		return "the CRM gives no reason"
	}
	return strings.Join(texts, "; ")
}

// crmSteps are none when portals have what was built.
func (d *session) crmSteps() []step {
	live, digest := d.found.CRM, d.want.source.Digest()[:32]
	if live.Deployed != 0 && live.DeployedDigest == digest {
		return nil
	}
	var steps []step
	if !live.Exists {
		steps = append(steps, newStep(stepProject, "make the project in the CRM", plain(d.makeProject)))
	}
	return append(steps,
		newStep(stepBuild, "upload the project to the CRM and have it built", d.buildProject),
		newStep(stepDeploy, "deploy the build to the portals", d.deployProject))
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

func isCRMInDoubt(err error) bool {
	var broken *crmapi.UnreachableError
	var told *crmapi.Error
	return errors.As(err, &broken) || errors.As(err, &told) && told.Status >= 500
}

// buildProject uploads the project unless a build of the same content is there or under way.
func (d *session) buildProject(ctx context.Context) (string, error) {
	live, digest := d.found.CRM, d.want.source.Digest()
	id := live.Build
	if live.Digest != digest[:32] || live.Status == crmapi.StatusFailure {
		if live.Build != 0 && live.Status != crmapi.StatusSuccess && live.Status != crmapi.StatusFailure {
			if _, err := d.CRM.WaitBuild(ctx, live.Name, live.Build, nil); err != nil {
				return "", err // one build at a time
			}
		}
		var err error
		if id, err = d.uploadProject(ctx, digest); err != nil {
			return "", err
		}
	}
	done, err := d.CRM.WaitBuild(ctx, live.Name, id, func(b crmapi.Build) { d.reportStatus(stepBuild, b.Status) })
	if err != nil {
		return "", err
	}
	if done.Status == crmapi.StatusFailure {
		return "", &BuildError{live.Name, id, done.Failures()}
	}
	d.build = id
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

// deployProject queues the deploy of the build and follows it, unless a former run has done so.
func (d *session) deployProject(ctx context.Context) (string, error) {
	name := d.found.CRM.Name
	if done, err := d.wasDeployed(ctx, name); err != nil || done {
		return "", err
	}
	id, err := d.CRM.Deploy(ctx, name, d.build, d.removesComponents())
	if err != nil {
		if !isCRMInDoubt(err) {
			return "", err
		}
		if live, lookErr := d.settled(ctx, name); lookErr != nil || live != d.build {
			return "", err
		}
		return "", nil
	}
	if err := d.journal.step(stepDeploy, queued, strconv.FormatInt(id, 10)); err != nil {
		return "", err
	}
	state, err := d.follow(ctx, name, id)
	if err == nil && state.Status == crmapi.StatusFailure {
		err = &DeployError{name, id, state.Failures()}
	}
	return strconv.FormatInt(id, 10), err
}

// removesComponents reports whether the plan has said that components go: the platform's warning of it is overruled.
func (d *session) removesComponents() bool {
	return slices.ContainsFunc(
		d.plan.Of(Delete), func(c Change) bool { return c.Kind == OfComponent || c.Kind == OfProject },
	)
}

func (d *session) follow(ctx context.Context, name string, id int64) (crmapi.Deploy, error) {
	return d.CRM.WaitDeploy(ctx, name, id, func(s crmapi.Deploy) { d.reportStatus(stepDeploy, s.Status) })
}

// wasDeployed finds a deploy that a former run has queued: by its id, where the journal has it; else it waits until
// nothing runs any more and looks whether portals have the build. One that failed is queued anew.
func (d *session) wasDeployed(ctx context.Context, name string) (bool, error) {
	if !d.continues() || !slices.Contains(d.resumed.Open, stepDeploy) {
		return false, nil
	}
	id, err := strconv.ParseInt(d.resumed.details[stepDeploy], 10, 64)
	if err != nil {
		live, err := d.settled(ctx, name)
		return live == d.build, err
	}
	state, err := d.follow(ctx, name, id)
	return state.Status != crmapi.StatusFailure && state.BuildID == d.build, err
}

// continues reports whether the same content is deployed as in the run that was cut short.
func (d *session) continues() bool { return d.resumed != nil && d.resumed.ID == d.id }

// settled waits until the project is not locked by a build or deploy any more, and gives the build that portals have.
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
		if !found.Locked || found.DeployedBuildID == d.build {
			return found.DeployedBuildID, nil
		}
		if d.Clock.Now().After(end) {
			return 0, &crmapi.TimeoutError{What: fmt.Sprintf("what locks the project %q", name), After: crmapi.DeployWait}
		}
		if err := d.Clock.Sleep(ctx, settlePause); err != nil {
			return 0, err
		}
	}
}
