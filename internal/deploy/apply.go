package deploy

import (
	"context"
	"errors"
	"time"

	"github.com/appsvc/svc/internal/deploy/crmapi"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/journal"
)

const (
	// settlePause is the interval between status requests to the CRM.
	settlePause = 2 * time.Second
	// unlockWait limits the removal of the remote lock after a cancelled deploy.
	unlockWait = 10 * time.Second
)

// Result lists the completed steps of a deploy.
type Result struct {
	Steps []Step `json:"steps"`
}

// StepError is the failure of a step.
type StepError struct {
	// Deploy is the deploy's id.
	Deploy string
	Step   Step
	Done   []Step
	Left   []Step
	Err    error
}

func (e *StepError) Error() string { return e.Step.Title + ": " + e.Err.Error() }

func (e *StepError) Unwrap() error { return e.Err }

// ErrProblems is Apply's error for a plan with Problems.
var ErrProblems = errors.New("the plan has problems")

// Apply applies the plan. A failed step is a *StepError. The next deploy resumes the remaining steps.
func (d *Deployment) Apply(ctx context.Context) (Result, error) {
	if len(d.plan.Problems) > 0 {
		return Result{}, ErrProblems
	}
	if d.plan.IsEmpty() && !d.continues() {
		return Result{}, errors.Join(d.recordOrigins(), d.cleanUp(ctx))
	}
	var err error
	if d.journal, err = journal.Open(d.Dir, d.id, d.Clock.Now); err != nil {
		return Result{}, err
	}
	err = d.journal.Write(journal.Entry{
		Event: journal.EventBegin, Kind: journal.KindDeploy, Environment: d.Environment,
		ProjectID: d.own.Project, Host: d.Host,
		State: d.beganAt(), Build: d.want.digest(), Changes: recorded(d.plan.Changes),
	})
	switch {
	case err != nil:
	case d.plan.IsEmpty():
		err = d.run(ctx, d.remaining())
	case d.Canary != nil:
		err = d.applyCanary(ctx)
	default:
		err = d.run(ctx, d.steps())
	}
	return Result{Steps: d.done}, errors.Join(d.conclude(ctx, err), d.journal.Close())
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

func (d *session) run(ctx context.Context, steps []step) error {
	var all []Step
	for _, s := range steps {
		all = append(all, s.Step)
	}
	for i, s := range steps {
		if err := ctx.Err(); err != nil {
			return d.failed(steps, i, context.Cause(ctx))
		}
		if err := d.journal.Step(s.Name, journal.PhaseStarted, ""); err != nil {
			return d.failed(steps, i, err)
		}
		began := d.Clock.Now()
		d.report(Event{Step: s.Name, Title: s.Title, Left: all[i+1:]})
		detail, err := s.run(ctx)
		if err == nil {
			s.Detail = detail
			err = d.journal.Step(s.Name, journal.PhaseDone, detail)
		}
		if err != nil {
			if ctx.Err() != nil {
				err = context.Cause(ctx)
			}
			return d.failed(steps, i, err)
		}
		s.Milliseconds = d.Clock.Now().Sub(began).Milliseconds()
		d.done = append(d.done, s.Step)
		d.report(Event{Step: s.Name, Title: s.Title, Done: true, Detail: detail})
	}
	return nil
}

func (d *session) failed(steps []step, at int, err error) error {
	failed := &StepError{Deploy: d.id, Step: steps[at].Step, Done: d.done, Err: d.clean(err)}
	for _, left := range steps[at+1:] {
		failed.Left = append(failed.Left, left.Step)
	}
	return failed
}

// conclude removes the remote lock and ends the journal. A cancelled deploy's journal has no end, so it is resumed. A
// canary that stands keeps the lock as well, so that no other deploy takes its traffic for settled.
func (d *session) conclude(ctx context.Context, err error) error {
	if err != nil && len(d.stands) > 0 {
		return err
	}
	cancelled := ctx.Err() != nil
	unlock, cancel := context.WithTimeout(context.WithoutCancel(ctx), unlockWait)
	defer cancel()
	if unlockErr := d.unlockRemote(unlock, err == nil && !cancelled); err == nil && unlockErr != nil {
		err = d.failed([]step{newStep("unlock", "remove the lock from the app worker", nil)}, 0, unlockErr)
	}
	if cancelled {
		return err
	}
	return errors.Join(err, d.journal.End(err))
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

func (d *session) report(e Event) {
	if d.Progress != nil {
		e.Detail = d.redact(e.Detail)
		d.Progress(e)
	}
}

// reportStatus reports the status of a running step if it has changed.
func (d *session) reportStatus(name, status string) {
	if next := name + " " + status; d.reported != next {
		d.reported = next
		d.report(Event{Step: name, Detail: status})
	}
}
