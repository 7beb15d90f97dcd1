package deploy

import (
	"cmp"
	"context"

	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/deploy/lock"
	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/deploy/rollout"
	"github.com/appsvc/svc/internal/deploy/step"
)

// Destruction is a planned removal of one environment that holds its local lock. It keeps no progress of its own: what
// is left is read from the platforms, so that running it again continues an interrupted one.
type Destruction struct {
	*session
	lock *owner.LocalLock
}

// stepDeleteProject is the step that deletes the CRM project.
const stepDeleteProject = "crm-delete"

// PlanDestroy returns what a Destruction would remove. It changes nothing and takes no lock.
func PlanDestroy(ctx context.Context, o Options) (*Plan, error) {
	d, err := prepareDestroy(ctx, o)
	if err != nil {
		return nil, err
	}
	return d.plan, nil
}

// BeginDestroy takes the local lock and plans. The folder's link must have the project's id. The caller must call End.
func BeginDestroy(ctx context.Context, o Options) (*Destruction, error) {
	var d *session
	lock, err := lock.Begin(o.locking(), owner.Removing, func(me owner.Holder) (err error) {
		if d, err = prepareDestroy(ctx, o); err != nil {
			return err
		}
		d.hold(me)
		locked := d.mark.CheckHolder(d.found.lock)
		if locked == nil {
			return nil
		}
		return cmp.Or(rollout.Refuse(ctx, d.Edge, d.own), locked)
	})
	if err != nil {
		return nil, err
	}
	return &Destruction{d, lock}, nil
}

// Plan returns what Apply removes.
func (d *Destruction) Plan() *Plan { return d.plan }

// End releases the local lock.
func (d *Destruction) End() error { return d.lock.Release() }

// Apply removes what the plan lists. A failed step is a *step.Error.
func (d *Destruction) Apply(ctx context.Context) (step.Result, error) {
	if d.plan.IsEmpty() {
		return step.Result{}, nil
	}
	if err := d.openJournal(); err != nil {
		return step.Result{}, err
	}
	err := d.runner.Journal.Write(journal.Entry{
		Event: journal.EventBegin, Kind: journal.KindDestroy, Environment: d.Environment,
		ProjectID: d.own.Project, Host: d.Host,
		State: d.plan.State, Changes: recorded(d.plan.Changes),
	})
	if err == nil {
		err = d.runner.Run(ctx, d.destroySteps())
	}
	return d.result(ctx, err)
}

// destroySteps returns the steps in order. The CRM comes first, so that portals stop calling before the workers are
// gone. The app worker comes last on the platforms: it has the lock and all stored data, so a deploy can still restore
// an environment whose removal stopped before. The link comes last of all, because it names what is left.
func (d *session) destroySteps() []step.Action {
	steps := []step.Action{d.lockStep()}
	if live := d.found.CRM; live.Deployed != 0 {
		steps = append(steps, d.whileHeld("crm-components", "remove the app from portals", d.removeComponents))
	}
	if d.found.CRM.Exists {
		steps = append(steps, d.whileHeld(stepDeleteProject, "delete the project in the CRM", step.Plain(d.deleteProject)))
	}
	for _, name := range d.byDependence() {
		if len(d.found.Scripts[name].Crons) > 0 {
			steps = append(steps, step.New("schedules:"+name, "stop the schedules of "+d.titleOf(name), step.Plain(func(
				ctx context.Context,
			) error {
				return d.changeOwned(ctx, name, func() error { return d.Edge.PutSchedules(ctx, name, nil) })
			})))
		}
	}
	for _, name := range d.byDependence() {
		steps = append(steps, step.New("delete:"+name, "delete "+d.titleOf(name), step.Plain(func(ctx context.Context) error {
			// The app worker binds the others until it is deleted itself.
			return d.changeOwned(ctx, name, func() error { return d.Edge.DeleteScript(ctx, name, true) })
		})))
	}
	return append(steps,
		step.New("keys", "delete keys and secrets from this machine", step.Plain(func(context.Context) error {
			return d.forgetAll()
		})),
		step.New("link", "remove the environment from .svc/project.json", step.Plain(func(context.Context) error {
			return d.unlink()
		})))
}

// changeOwned changes a script if it is still the one of the plan. A script that is gone is fine. Another deploy may
// have taken the lock, or replaced the script, since.
func (d *session) changeOwned(ctx context.Context, name string, change func() error) error {
	service, err := d.Edge.Service(ctx, name)
	if err != nil || !service.Exists {
		return err
	}
	if owner.Read(service.Tags) != d.found.Scripts[name].Owner {
		return &port.StaleError{Why: "script \"" + name + "\" has changed since it was made"}
	}
	if err := d.stillHolds(ctx); err != nil {
		return err
	}
	return change()
}
