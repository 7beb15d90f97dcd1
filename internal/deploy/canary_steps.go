package deploy

import (
	"context"
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/deploy/rollout"
	"github.com/appsvc/svc/internal/deploy/step"
)

// startSteps returns the steps until the decision. If an interrupted deploy has decided, only the lock is left.
func (d *session) startSteps() []step.Action {
	steps := []step.Action{d.lockStep()}
	if d.decision != "" {
		return append(steps, d.versionSteps()...)
	}
	steps = append(steps, d.versionSteps()...)
	for _, c := range d.canaries {
		title := fmt.Sprintf("give %d%% of the traffic of %s to its new version", c.Percent, port.WorkerName(c.Worker))
		steps = append(steps, step.New("canary:"+c.Script, title, step.Plain(func(ctx context.Context) error {
			err := d.canary(c.Script).Hold(ctx, d.Edge, d.canaryMessage("started"))
			if err == nil || ctx.Err() != nil || edgeapi.IsInDoubt(err) {
				d.stands[c.Script] = true
			}
			return err
		})))
	}
	watched := strings.TrimSuffix(d.Canary.For.String(), "0s")
	return append(steps, step.New(stepWatch, "watch the canary for "+watched, d.watch))
}

// versionSteps returns the uploads of the new versions, which get no traffic yet.
func (d *session) versionSteps() []step.Action {
	var steps []step.Action
	for _, c := range d.canaries {
		if c.New == "" {
			steps = append(steps, step.New("version:"+c.Script, "upload a version of "+port.WorkerName(c.Worker), func(
				ctx context.Context,
			) (id string, err error) {
				to := d.canary(c.Script)
				to.New, err = d.uploadVersion(ctx, d.want.find(c.Script))
				return to.New, err
			}))
		}
	}
	return steps
}

// canary returns the canary of a script, with the version that a step before has uploaded.
func (d *session) canary(script string) *rollout.Canary {
	for i := range d.canaries {
		if d.canaries[i].Script == script {
			return &d.canaries[i]
		}
	}
	return nil
}

func (d *session) abortSteps() []step.Action {
	var steps []step.Action
	for _, c := range d.canaries {
		steps = append(steps, step.New("abort:"+c.Script, "roll back "+port.WorkerName(c.Worker), step.Plain(func(
			ctx context.Context,
		) error {
			return d.ended(c.Script, c.Abort(ctx, d.Edge, d.canaryMessage("rolled back")))
		})))
	}
	return steps
}

// promoteSteps returns the steps after an assertion that holds. The rest is as after every deploy.
func (d *session) promoteSteps() []step.Action {
	var steps []step.Action
	for _, c := range d.canaries {
		steps = append(steps, step.New(journal.StepPromote+c.Script, "promote "+port.WorkerName(c.Worker), step.Plain(func(
			ctx context.Context,
		) error {
			return d.ended(c.Script, c.Promote(ctx, d.Edge, d.canaryMessage("promoted")))
		})))
	}
	steps = append(steps, d.healthSteps()...)
	return append(steps, d.forgetStep())
}

// ended notes that a canary has no share of its own any more, if there was no error.
func (d *session) ended(script string, err error) error {
	if err == nil {
		delete(d.stands, script)
	}
	return err
}

// uploadVersion uploads a version without traffic, unless the interrupted deploy did. Tags and observability belong to
// the script, not to a version.
func (d *session) uploadVersion(ctx context.Context, s *target) (string, error) {
	if err := d.keepMap(s); err != nil {
		return "", err
	}
	if id, err := d.uploadedVersion(ctx, s); err != nil || id != "" {
		return id, err
	}
	upload, err := d.uploadOf(s, "")
	if err != nil {
		return "", err
	}
	upload.Metadata.Tags, upload.Metadata.Observability = nil, nil
	upload.Metadata.Annotations.Message = rollout.Message(d.id, s.digest)
	id, err := d.Edge.UploadVersion(ctx, s.Name, upload)
	if err == nil || !edgeapi.IsInDoubt(err) {
		return id, err
	}
	if id, lookErr := d.uploadedVersion(ctx, s); lookErr == nil && id != "" {
		return id, nil // it took effect; only the response was lost
	}
	return "", err
}

// uploadedVersion returns the version that this deploy has uploaded; "" for none.
func (d *session) uploadedVersion(ctx context.Context, s *target) (string, error) {
	versions, err := d.Edge.Versions(ctx, s.Name)
	if err != nil {
		return "", err
	}
	for _, v := range versions {
		if v.Annotations.Tag == d.id && v.Annotations.Message == rollout.Message(d.id, s.digest) {
			return v.ID, nil
		}
	}
	return "", nil
}
