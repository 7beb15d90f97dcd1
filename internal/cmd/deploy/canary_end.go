package deploy

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/deploy/rollout"
	"github.com/appsvc/svc/internal/deploy/step"
)

// endCanary promotes or aborts the canary that stands. It needs neither a build nor the CRM.
func (j *job) endCanary(ctx context.Context) error {
	linked := j.checked.Linked
	if linked == nil || linked.ProjectID == "" {
		return cli.Usage(
			fmt.Sprintf("nothing from this folder is deployed to %s", j.environment), "name the app's folder with -C",
		)
	}
	client, err := remote.EdgeClient(j.env, remote.NewStore(j.env), linked.Environment(j.environment).Account)
	if err != nil {
		return err
	}
	ending := rollout.Ending{
		Dir: j.checked.Dir, Own: owner.Owner{Project: linked.ProjectID, Environment: j.environment}, Edge: client,
		Now: j.env.Now, Host: remote.Hostname(), PID: os.Getpid(), ForceUnlock: j.force, Promote: j.promote,
	}
	stood, err := ending.Run(ctx)
	switch {
	case errors.Is(err, rollout.ErrNone):
		return cli.Usage("no canary stands in "+j.environment, "run 'svc deploy --plan"+environmentFlag(j.environment)+"'")
	case err != nil:
		return j.endingStopped(err)
	}
	outcome := j.ended()
	if j.json {
		j.printed = true
		return j.env.JSON(document{
			SchemaVersion: 1, OK: true, Outcome: outcome, DeployID: stood.Deploy, Environment: j.environment,
			Steps: []step.Step{},
		})
	}
	j.noteEnded(outcome, stood)
	return nil
}

// ended returns what a canary is when the command has ended it.
func (o *options) ended() string {
	if o.promote {
		return "promoted"
	}
	return "aborted"
}

// endingStopped prints which canaries are ended and which still stand, and how to go on.
func (j *job) endingStopped(err error) error {
	at, begun := errors.AsType[*rollout.EndingError](err)
	if !begun {
		return j.userError(err)
	}
	if !j.json {
		for _, c := range at.Ended {
			j.env.Notef("  %s: %s", j.ended(), cli.OneLine(c.Script))
		}
		j.noteShares(at.Left)
	}
	again := fmt.Sprintf("run '%s' again to continue", j.resumeCommand())
	if len(at.Left) == 0 {
		again = fmt.Sprintf("the canary has ended, but its lock is left: deploy with 'svc deploy%s --force-unlock'",
			environmentFlag(j.environment))
	}
	if cli.IsStopped(err) {
		j.env.Notef("%s", again)
		return err
	}
	return continued(j.userError(err), again)
}

// noteEnded prints what stood, as the platform names it.
func (j *job) noteEnded(outcome string, stood *rollout.Standing) {
	for _, c := range stood.Canaries {
		j.env.Notef("  %s: %s", outcome, cli.OneLine(c.Script))
	}
	j.env.Notef("%s the canary of deploy %s in %s", outcome, cli.OneLine(stood.Deploy), j.environment)
}
