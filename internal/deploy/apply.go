package deploy

import (
	"context"
	"errors"
	"time"

	"github.com/appsvc/svc/internal/deploy/crmapi"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/deploy/lock"
	"github.com/appsvc/svc/internal/deploy/step"
)

// settlePause is the interval between status requests to the CRM.
const settlePause = 2 * time.Second

// ErrProblems is Apply's error for a plan with Problems.
var ErrProblems = errors.New("the plan has problems")

// Apply applies the plan. A failed step is a *step.Error. The next deploy resumes the remaining steps.
func (d *Deployment) Apply(ctx context.Context) (step.Result, error) {
	if len(d.plan.Problems) > 0 {
		return step.Result{}, ErrProblems
	}
	if d.plan.IsEmpty() && !d.continues() {
		return step.Result{}, errors.Join(d.recordOrigins(), d.cleanUp(ctx))
	}
	if err := d.openJournal(); err != nil {
		return step.Result{}, err
	}
	err := d.runner.Journal.Write(journal.Entry{
		Event: journal.EventBegin, Kind: journal.KindDeploy, Environment: d.Environment,
		ProjectID: d.own.Project, Host: d.Host,
		State: d.beganAt(), Build: d.want.digest(), Changes: recorded(d.plan.Changes),
	})
	switch {
	case err != nil:
	case d.plan.IsEmpty():
		err = d.runner.Run(ctx, d.remaining())
	case d.Canary != nil:
		err = d.applyCanary(ctx)
	default:
		err = d.runner.Run(ctx, d.steps())
	}
	return d.result(ctx, err)
}

// openJournal opens the journal of this deploy, which the runner of its steps writes.
func (d *session) openJournal() error {
	j, err := journal.Open(d.Dir, d.id, d.Clock.Now)
	d.runner = &step.Runner{
		Deploy: d.id, Journal: j, Now: d.Clock.Now, Progress: d.Progress, Clean: d.clean, Redact: d.redact,
	}
	if d.continues() {
		d.runner.Before = d.resumed.Done
	}
	return err
}

// result ends a deploy that has done its steps, or failed with an error.
func (d *session) result(ctx context.Context, err error) (step.Result, error) {
	err = errors.Join(d.conclude(ctx, err), d.runner.Journal.Close())
	return d.runner.Result(), err
}

// beganAt returns the deployed state at the start of the deploy, or of the deploy that it resumes.
func (d *session) beganAt() string {
	if d.continues() {
		return d.resumed.State
	}
	return d.plan.State
}

// cleanUp removes what an earlier deploy from this folder has left.
func (d *session) cleanUp(ctx context.Context) error {
	if d.found.lock != nil && d.mark.IsOurs(d.found.lock) {
		if err := d.unlockRemote(ctx, false); err != nil {
			return err
		}
	}
	if d.resumed != nil {
		return d.forget()
	}
	return nil
}

// conclude removes the remote lock and ends the journal. A cancelled deploy's journal has no end, so it is resumed. A
// canary that stands keeps the lock as well, so that no other deploy takes its traffic for settled.
func (d *session) conclude(ctx context.Context, err error) error {
	if err != nil && len(d.stands) > 0 {
		return err
	}
	cancelled := ctx.Err() != nil
	unlock, cancel := lock.Releasing(ctx)
	defer cancel()
	if unlockErr := d.unlockRemote(unlock, err == nil && !cancelled); err == nil && unlockErr != nil {
		unlocking := step.Step{Name: "unlock", Title: "remove the lock from the app worker"}
		err = d.runner.Failed([]step.Step{unlocking}, unlockErr)
	}
	if cancelled {
		return err
	}
	return errors.Join(err, d.runner.Journal.End(err))
}

// clean removes secrets from a platform's error, which may quote them.
func (d *session) clean(err error) error {
	var edge *edgeapi.Error
	var crm *crmapi.Error
	switch {
	case errors.As(err, &edge):
		edge.Message = d.redact(edge.Message)
		for i := range edge.Details {
			edge.Details[i] = d.redact(edge.Details[i])
		}
	case errors.As(err, &crm):
		crm.Message = d.redact(crm.Message)
		for i := range crm.Details {
			crm.Details[i] = d.redact(crm.Details[i])
		}
	}
	return err
}

// redact replaces the values of secrets in a text from a platform.
func (d *session) redact(text string) string {
	return d.hidden.Text(text)
}

// cleanEarly cleans an error of planning, when the secrets may not be loaded yet.
func (d *session) cleanEarly(err error) error {
	if d.want == nil {
		return err
	}
	d.values = map[string]map[string]string{}
	for _, s := range d.want.scripts {
		for _, name := range s.Secrets {
			if value, known, lookErr := d.Vault.Get(d.scope(), name); lookErr == nil && known {
				d.keep(s.Name, name, value)
			}
		}
	}
	return d.clean(err)
}
