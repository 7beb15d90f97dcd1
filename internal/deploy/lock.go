package deploy

import (
	"context"
	"fmt"

	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/deploy/owner"
)

// appScript returns the name of the script with the lock: the app worker of the build, or the deployed one if there is
// no build; "" for none.
func (d *session) appScript() string {
	if len(d.want.scripts) > 0 {
		return d.want.app().Name
	}
	for _, name := range sortedKeys(d.found.Scripts) {
		if d.found.Scripts[name].Owner.Worker == "" {
			return name
		}
	}
	return ""
}

// lockRemote sets the lock tag of the app worker if the plan is still current. The tag of the resumed deploy counts as
// ours.
func (d *session) lockRemote(ctx context.Context) error {
	if err := d.holdsStill(ctx); err != nil {
		return err
	}
	app := d.appScript()
	live := d.found.Scripts[app]
	if live == nil {
		return nil // the first upload sets the tag
	}
	if err := d.Edge.PatchScriptSettings(ctx, app, edgeapi.ScriptSettings{
		Tags: append(live.Owner.Tags(d.me), live.extra...),
	}); err != nil {
		return err
	}
	return d.checkMark(ctx, app)
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
			if err := d.refuseMark(owner.ReadHolder(listed.Tags)); err != nil {
				return err
			}
		}
		if was == nil || was.Owner != whose {
			return &StaleError{fmt.Sprintf("script %q has changed since it was made", listed.Name)}
		}
		seen++
	}
	if seen < len(d.found.Scripts) {
		return &StaleError{"a script was deleted since it was made"}
	}
	return nil
}

// checkMark returns an error if another deploy holds the remote lock.
func (d *session) checkMark(ctx context.Context, app string) error {
	service, err := d.Edge.Service(ctx, app)
	if err != nil {
		return err
	}
	return d.refuseMark(owner.ReadHolder(service.Tags))
}

func (d *session) refuseMark(held *owner.Holder) error {
	if held == nil || d.ForceUnlock || d.isOurs(held) {
		return nil
	}
	return &owner.LockedError{Environment: d.Environment, Holder: *held, Age: d.Clock.Now().Sub(held.Since), Remote: true}
}

// isOurs reports whether a lock belongs to this deploy, to the interrupted deploy that it resumes, or to one from this
// folder that has ended.
func (d *session) isOurs(held *owner.Holder) bool {
	return held.Deploy == d.me.Deploy || d.resumed != nil && held.Deploy == d.resumed.ID ||
		journal.HasEnded(d.history, d.Environment, held.Deploy)
}

// unlockRemote removes the lock tag, and notes a deploy that succeeded.
func (d *session) unlockRemote(ctx context.Context, succeeded bool) error {
	app := d.appScript()
	if app == "" {
		return nil
	}
	service, err := d.Edge.Service(ctx, app)
	if err != nil || !service.Exists {
		return err
	}
	if held := owner.ReadHolder(service.Tags); held == nil || !d.isOurs(held) {
		return nil // another deploy took over
	}
	tags := owner.WithoutLock(service.Tags)
	if succeeded {
		tags = owner.WithGood(tags, d.id)
	}
	err = d.Edge.PatchScriptSettings(ctx, app, edgeapi.ScriptSettings{Tags: tags})
	if err == nil || !edgeapi.IsInDoubt(err) {
		return err
	}
	if service, lookErr := d.Edge.Service(ctx, app); lookErr == nil && owner.ReadHolder(service.Tags) == nil {
		return nil // it took effect; only the response was lost
	}
	return err
}
