package deploy

import (
	"context"
	"fmt"

	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/deploy/step"
)

// appScript returns the name of the script with the lock: the app worker of the build, or the deployed one if there is
// no build; "" for none.
func (d *session) appScript() string {
	if len(d.want.scripts) > 0 {
		return d.want.app().Name
	}
	return d.found.appWorker()
}

// hold makes this deploy the holder of the lock on the platform, once it is taken.
func (d *session) hold(me owner.Holder) {
	d.id = me.Deploy
	d.mark = d.locking().Remote(d.Edge, me, d.history)
	if d.resumed != nil {
		d.mark.Resumes = d.resumed.ID
	}
}

// takeLock takes the lock on the platform if the plan is still current.
func (d *session) takeLock(ctx context.Context) error {
	if err := d.holdsStill(ctx); err != nil {
		return err
	}
	app := d.appScript()
	live := d.found.Scripts[app]
	if live == nil {
		return nil // the first upload sets the tag
	}
	return d.mark.Take(ctx, app, append(live.Owner.Tags(nil), live.extra...))
}

// stillHolds returns an error if another deploy has taken the lock since.
func (d *session) stillHolds(ctx context.Context) error {
	if app := d.appScript(); app != "" {
		return d.mark.Check(ctx, app)
	}
	return nil
}

// whileHeld makes a step that does not run if another deploy has taken the lock since.
func (d *session) whileHeld(name, title string, run func(context.Context) (string, error)) step.Action {
	return step.New(name, title, func(ctx context.Context) (string, error) {
		if err := d.stillHolds(ctx); err != nil {
			return "", err
		}
		return run(ctx)
	})
}

// holdsStill returns an error if a script was added, removed or changed since the plan was made.
func (d *session) holdsStill(ctx context.Context) error {
	list, err := d.Edge.Scripts(ctx)
	if err != nil {
		return err
	}
	seen := 0
	for _, listed := range list {
		whose, was := owner.Read(listed.Tags), d.found.Scripts[listed.Name]
		if was == nil && d.want.find(listed.Name) == nil && !whose.Owns(d.own) {
			continue
		}
		if listed.Name == d.appScript() {
			if err := d.mark.CheckHolder(owner.ReadHolder(listed.Tags)); err != nil {
				return err
			}
		}
		if was == nil || was.Owner != whose {
			return &port.StaleError{Why: fmt.Sprintf("script %q has changed since it was made", listed.Name)}
		}
		seen++
	}
	if seen < len(d.found.Scripts) {
		return &port.StaleError{Why: "a script was deleted since it was made"}
	}
	return nil
}

// unlockRemote removes the lock from the platform, and notes a deploy that succeeded.
func (d *session) unlockRemote(ctx context.Context, succeeded bool) error {
	app, id := d.appScript(), ""
	if app == "" {
		return nil
	}
	if succeeded {
		id = d.id
	}
	return d.mark.Release(ctx, app, id)
}
