package deploy

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/deploy/rollout"
)

// Canary makes a deploy gradual: new versions of the user workers get a share of the traffic, until an assertion
// promotes them or rolls them back.
type Canary struct {
	// Percent is the share of the new versions, from 1 to 99.
	Percent int
	// For is how long they are watched, from the first whole minute on: checkpoints are kept by minutes.
	For time.Duration
	// Judge evaluates the assertion over the invocations since a time.
	Judge func(ctx context.Context, since time.Time) (rollout.Judgment, error)
}

// RolledBackError reports that the assertion did not hold. All traffic is on the version before.
type RolledBackError struct{ Values string }

func (e *RolledBackError) Error() string { return "the canary was rolled back: " + e.Values }

// stepWatch is the step whose detail in the journal is the decision.
const stepWatch = "watch"

// findStanding reads whether a canary stands. Only an interrupted deploy, here or elsewhere, leaves one.
func (d *session) findStanding(ctx context.Context) error {
	d.standing = &rollout.Standing{}
	if d.found.lock == nil && d.resumed == nil {
		return nil
	}
	var err error
	d.standing, err = rollout.Find(ctx, d.Edge, d.own)
	return err
}

// refuseStanding returns an error if a canary stands that this deploy does not resume.
func (d *session) refuseStanding() error {
	if len(d.standing.Canaries) == 0 || d.Canary != nil && d.standing.Deploy == d.id {
		return nil
	}
	return &rollout.StandingError{Environment: d.Environment, Standing: d.standing}
}

// planCanary finds the versions of the changed workers, and adds a problem for each kind of change that reaches all
// traffic at once.
func (d *session) planCanary(ctx context.Context, p *Plan) error {
	switch {
	case d.Canary == nil:
		return nil
	case d.found.isMissing(d.want.app().Name):
		p.addUngradual(d.Environment, "nothing is deployed there yet that could serve the rest of the traffic")
		return nil
	}
	for i := range d.want.workers() {
		s := &d.want.workers()[i]
		if live := d.found.Scripts[s.Name]; d.found.isMissing(s.Name) || live.Owner.Digest == s.digest {
			continue
		}
		c, err := d.canaryOf(ctx, s)
		if err != nil {
			return err
		}
		d.canaries = append(d.canaries, c)
		if c.Old == "" {
			p.addUngradual("script "+s.Name, "another tool has split its traffic")
		}
	}
	seen := map[string]bool{}
	for _, c := range p.Changes {
		if why := d.ungradual(c); why != "" && !seen[why] {
			seen[why] = true
			p.addUngradual(string(c.Kind)+" "+c.Target+", "+c.What, why)
		}
	}
	return nil
}

func (p *Plan) addUngradual(what, why string) {
	p.Problems = append(p.Problems, Problem{
		What: "cannot deploy gradually: " + what, Why: why,
		Fix: "deploy without --canary, or deploy this change first",
	})
}

// ungradual returns why a change cannot have a share of the traffic; "" if it can (edge documentation, gradual
// deployments).
func (d *session) ungradual(c Change) string {
	switch c.Kind {
	case OfScript:
		switch {
		case c.Target == d.want.app().Name:
			return "the app worker has Durable Objects, and each of them runs one version only"
		case c.Risk != Update:
			return "a worker that is created or deleted has no second version"
		}
		return ""
	case OfState:
		return "migrations of Durable Objects apply to all traffic at once"
	case OfSchedule, OfAddress:
		return "schedules and addresses belong to no version"
	case OfSecret, OfKey:
		return "a change of secrets is deployed to all traffic at once"
	}
	return "the CRM has one build for all portals"
}

// canaryOf returns the canary of a changed worker, as an interrupted deploy left it. Its Old is "" if the traffic is
// split by another tool.
func (d *session) canaryOf(ctx context.Context, s *target) (rollout.Canary, error) {
	c := rollout.Canary{Worker: s.Worker, Script: s.Name, Percent: d.Canary.Percent, Digest: s.digest}
	for _, standing := range d.standing.Canaries {
		if standing.Script == s.Name {
			c.Old, c.New = standing.Old, standing.New
			return c, nil
		}
	}
	deployments, err := d.Edge.Deployments(ctx, s.Name)
	if err == nil && len(deployments) > 0 {
		c.Old = deployments[0].Live()
	}
	return c, err
}

// applyCanary uploads versions, gives them their share, watches them, and promotes them or rolls them back.
func (d *session) applyCanary(ctx context.Context) error {
	var err error
	if d.decision, err = d.decided(ctx); err != nil {
		return err
	}
	d.stands = map[string]bool{}
	for _, c := range d.canaries {
		// What was decided may be done in part.
		if d.standing.Has(c.Script) || d.decision != "" {
			d.stands[c.Script] = true
		}
	}
	err = d.runner.Run(ctx, d.startSteps())
	if err == nil && d.decision == rollout.Abort {
		if err = d.runner.Run(ctx, d.abortSteps()); err == nil {
			return &RolledBackError{d.judged}
		}
	}
	if err == nil {
		err = d.runner.Run(ctx, d.promoteSteps())
	}
	if _, moved := errors.AsType[*rollout.MovedError](err); moved {
		d.stopStanding(ctx)
	}
	return err
}

// stopStanding rolls back the canaries that were not moved. Those that were promoted, here or by hand, stay. One that
// cannot be reached still stands.
func (d *session) stopStanding(ctx context.Context) {
	for _, c := range d.canaries {
		err := c.Check(ctx, d.Edge)
		if err == nil {
			err = c.Abort(ctx, d.Edge, d.canaryMessage("stopped"))
		}
		if _, moved := errors.AsType[*rollout.MovedError](err); moved || err == nil {
			delete(d.stands, c.Script)
		}
	}
}

// decided returns what the interrupted deploy decided; "" for nothing. A promotion that was begun shows in the traffic:
// without it, the canary was ended by hand.
func (d *session) decided(ctx context.Context) (string, error) {
	if !d.continues() || d.resumed.Outcome != journal.Interrupted || !slices.Contains(d.resumed.Done, stepWatch) {
		return "", nil
	}
	decision := d.resumed.Details[stepWatch]
	if decision != rollout.Promote {
		return decision, nil
	}
	for _, c := range d.canaries {
		if d.standing.Has(c.Script) {
			continue
		}
		if id, err := d.uploadedVersion(ctx, d.want.find(c.Script)); err != nil || c.Old != id {
			return "", err
		}
	}
	return decision, nil
}

func (d *session) canaryMessage(verb string) string { return "svc deploy " + d.id + ", canary " + verb }

// watch waits for the decision, and returns it.
func (d *session) watch(ctx context.Context) (string, error) {
	since, err := d.watchedSince()
	if err != nil {
		return "", err
	}
	watch := &rollout.Watch{
		Edge: d.Edge, Canaries: d.canaries, Since: since, Until: since.Add(d.Canary.For), Judge: d.Canary.Judge,
		Now: d.Clock.Now, Sleep: d.Clock.Sleep, Status: func(text string) { d.runner.Status(stepWatch, text) },
	}
	var judged rollout.Judgment
	d.decision, judged, err = watch.Run(ctx)
	d.judged = judged.Values
	return d.decision, err
}

// watchedSince returns the time from which invocations count: that of the interrupted deploy if its canary stands, but
// at most rollout.MaxWatch ago, or the next whole minute.
func (d *session) watchedSince() (time.Time, error) {
	since := d.Clock.Now().UTC().Truncate(time.Minute).Add(time.Minute)
	if d.continues() && len(d.standing.Canaries) > 0 {
		if began, err := time.Parse(time.RFC3339, d.resumed.Details[journal.StepWatchedSince]); err == nil {
			if oldest := since.Add(-rollout.MaxWatch); began.Before(oldest) {
				return oldest, nil
			}
			return began, nil
		}
	}
	return since, d.runner.Journal.Step(journal.StepWatchedSince, journal.PhaseDone, since.Format(time.RFC3339))
}

// Standing returns the canaries that have traffic when Apply has returned; nil for none.
func (d *Deployment) Standing() []rollout.Canary {
	var all []rollout.Canary
	for _, c := range d.canaries {
		if d.stands[c.Script] {
			all = append(all, c)
		}
	}
	return all
}
