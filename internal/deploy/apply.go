// This file applies a plan: one step after the other, each in the journal before it begins.

package deploy

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/deploy/crmapi"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
)

const (
	// settlePause is how long to wait before asking again whether the CRM is done.
	settlePause = 2 * time.Second
	// unlockWait is how long taking the mark away may take after a deploy that was cancelled.
	unlockWait = 10 * time.Second
)

// Result is what a deploy has done.
type Result struct {
	Steps []Step `json:"steps"`
}

// StepError says at which step a deploy ended.
type StepError struct {
	// Deploy is its id.
	Deploy string
	Step   Step
	Done   []Step
	Left   []Step
	Err    error
}

func (e *StepError) Error() string { return e.Step.Title + ": " + e.Err.Error() }

func (e *StepError) Unwrap() error { return e.Err }

// ErrProblems is what Apply gives for a plan that cannot be applied: see Plan.Problems.
var ErrProblems = errors.New("the plan has problems")

// Apply does what the plan says. An error is mostly a *StepError; the next deploy takes up what is left.
func (d *Deployment) Apply(ctx context.Context) (Result, error) {
	if len(d.plan.Problems) > 0 {
		return Result{}, ErrProblems
	}
	if d.plan.IsEmpty() {
		return Result{}, d.finishInterrupted(ctx)
	}
	var err error
	if d.journal, err = openJournal(d.Dir, d.id, d.Clock.Now); err != nil {
		return Result{}, err
	}
	err = d.journal.write(Entry{
		Event: eventBegin, Kind: KindDeploy, Environment: d.Environment, ProjectID: d.own.Project, Host: d.Host,
		State: d.beganAt(), Build: d.want.digest(), Changes: d.plan.Changes,
	})
	if err == nil {
		err = d.run(ctx, d.steps())
	}
	return Result{Steps: d.done}, errors.Join(d.conclude(ctx, err), d.journal.close())
}

// beganAt is the state that the deploy began with: of one that goes on, that of its first run.
func (d *deployment) beganAt() string {
	if d.continues() {
		return d.resumed.state
	}
	return d.plan.State
}

// finishInterrupted tidies up after a deploy that was cut short when it had nothing left to do.
func (d *deployment) finishInterrupted(ctx context.Context) error {
	if d.found.lock != nil && d.isOurs(d.found.lock) {
		if err := d.unlockRemote(ctx); err != nil {
			return err
		}
	}
	if d.resumed != nil {
		if err := d.forget(); err != nil {
			return err
		}
	}
	if !d.continues() {
		return nil
	}
	var err error
	if d.journal, err = openJournal(d.Dir, d.id, d.Clock.Now); err != nil {
		return err
	}
	return errors.Join(d.journal.write(Entry{Event: eventEnd, Outcome: Succeeded}), d.journal.close())
}

func (d *deployment) run(ctx context.Context, steps []step) error {
	for i, s := range steps {
		if err := ctx.Err(); err != nil {
			return d.failed(steps, i, context.Cause(ctx))
		}
		if err := d.journal.step(s.Name, phaseStarted, ""); err != nil {
			return d.failed(steps, i, err)
		}
		d.say(Event{Step: s.Name, Title: s.Title})
		detail, err := s.run(ctx)
		if err == nil {
			s.Detail = detail
			err = d.journal.step(s.Name, phaseDone, detail)
		}
		if err != nil {
			if ctx.Err() != nil {
				err = context.Cause(ctx)
			}
			return d.failed(steps, i, err)
		}
		d.done = append(d.done, s.Step)
		d.say(Event{Step: s.Name, Title: s.Title, Done: true, Detail: detail})
	}
	return nil
}

func (d *deployment) failed(steps []step, at int, err error) error {
	failed := &StepError{Deploy: d.id, Step: steps[at].Step, Done: d.done, Err: d.clean(err)}
	for _, left := range steps[at+1:] {
		failed.Left = append(failed.Left, left.Step)
	}
	return failed
}

// conclude takes the mark away and ends the journal. What was cancelled has no end: it is taken up again.
func (d *deployment) conclude(ctx context.Context, err error) error {
	cancelled := ctx.Err() != nil
	unlock, cancel := context.WithTimeout(context.WithoutCancel(ctx), unlockWait)
	defer cancel()
	if unlockErr := d.unlockRemote(unlock); err == nil && unlockErr != nil {
		err = d.failed([]step{newStep("unlock", "take the mark off the app", nil)}, 0, unlockErr)
	}
	if cancelled {
		return err
	}
	end := Entry{Event: eventEnd, Outcome: Succeeded}
	if err != nil {
		end.Outcome, end.Error = Failed, err.Error()
	}
	return errors.Join(err, d.journal.write(end))
}

// clean takes secrets out of what a platform has answered: it knows them, and may repeat them anywhere.
func (d *deployment) clean(err error) error {
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

// redact takes the values of secrets out of a text that came from elsewhere.
func (d *deployment) redact(text string) string {
	for _, secrets := range d.values {
		for _, value := range secrets {
			if value != "" {
				text = strings.ReplaceAll(text, value, "[secret]")
			}
		}
	}
	return text
}

// cleanEarly cleans an error of the planning, which may not know yet what secrets there are.
func (d *deployment) cleanEarly(err error) error {
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

func (d *deployment) say(e Event) {
	if d.Progress != nil {
		e.Detail = d.redact(e.Detail)
		d.Progress(e)
	}
}

// tell reports the status of a step that goes on, when it is another one.
func (d *deployment) tell(name, status string) {
	if told := name + " " + status; d.told != told {
		d.told = told
		d.say(Event{Step: name, Detail: status})
	}
}
