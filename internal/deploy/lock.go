package deploy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/projectfs"
)

// LockedError reports that another deploy of the environment is running.
//
// On one machine a file lock excludes it, which the system releases when the process ends. Between machines a tag on
// the app worker does. The platform has no compare-and-set, so the tag cannot separate deploys that start in
// the same second.
type LockedError struct {
	Environment string
	Holder      holder
	Age         time.Duration
	Remote      bool
}

func (e *LockedError) Error() string { return "another deploy of " + e.Environment + " is running" }

// Why describes the lock's holder and age.
func (e *LockedError) Why() string {
	text := fmt.Sprintf("deploy %s on %s", e.Holder.Deploy, e.Holder.Host)
	if e.Holder.PID != 0 {
		text += fmt.Sprintf(", process %d,", e.Holder.PID)
	}
	text += " holds the lock"
	if !e.Holder.Since.IsZero() {
		text += fmt.Sprintf(" since %s (%s ago)", e.Holder.Since.UTC().Format(time.RFC3339), e.Age.Round(time.Second))
	}
	return text
}

// localLock is the file lock of this machine.
type localLock struct{ file *os.File }

// lockHere takes the local lock. With force it replaces an existing lock, whose holder continues without it.
func lockHere(dir, environment string, me holder, force bool) (*localLock, error) {
	name := environment + ".lock"
	if force {
		if err := folder(dir).Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	file, err := folder(dir).OpenFile(name, os.O_CREATE|os.O_RDWR, 0o644)
	if err == nil {
		if err = projectfs.Lock(file); err != nil {
			err = errors.Join(err, file.Close())
		}
	}
	if errors.Is(err, projectfs.ErrHeld) {
		return nil, heldBy(dir, environment, me.Since)
	}
	if err != nil {
		return nil, err
	}
	text, _ := json.Marshal(me) // plain data always marshals
	if err = file.Truncate(0); err == nil {
		_, err = file.WriteAt(append(text, '\n'), 0)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &localLock{file}, nil
}

// heldBy returns a LockedError with the holder that the lock file names.
func heldBy(dir, environment string, now time.Time) error {
	locked := &LockedError{Environment: environment, Holder: holder{Host: "this machine"}}
	text, err := folder(dir).ReadFile(environment + ".lock")
	if err == nil && json.Unmarshal(text, &locked.Holder) == nil {
		locked.Age = now.Sub(locked.Holder.Since)
	}
	return locked
}

// release releases the lock. It keeps the file, because two processes could lock two files of the same name.
func (l *localLock) release() error {
	return errors.Join(l.file.Truncate(0), l.file.Close())
}

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
		Tags: append(live.Owner.tags(d.me), live.extra...),
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
		whose, was := readOwner(listed.Tags), d.found.Scripts[listed.Name]
		if was == nil && d.want.find(listed.Name) == nil && !whose.owns(d.own) {
			continue
		}
		if listed.Name == d.appScript() {
			if err := d.refuseMark(readHolder(listed.Tags)); err != nil {
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
	return d.refuseMark(readHolder(service.Tags))
}

func (d *session) refuseMark(held *holder) error {
	if held == nil || d.ForceUnlock || d.isOurs(held) {
		return nil
	}
	return &LockedError{Environment: d.Environment, Holder: *held, Age: d.Clock.Now().Sub(held.Since), Remote: true}
}

// isOurs reports whether a lock belongs to this deploy, to the interrupted deploy that it resumes, or to one from this
// folder that has ended.
func (d *session) isOurs(held *holder) bool {
	return held.Deploy == d.me.Deploy || d.resumed != nil && held.Deploy == d.resumed.ID ||
		hasEnded(d.history, d.Environment, held.Deploy)
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
	if held := readHolder(service.Tags); held == nil || !d.isOurs(held) {
		return nil // another deploy took over
	}
	tags := withoutLock(service.Tags)
	if succeeded {
		tags = withGood(tags, d.id)
	}
	err = d.Edge.PatchScriptSettings(ctx, app, edgeapi.ScriptSettings{Tags: tags})
	if err == nil || !isInDoubt(err) {
		return err
	}
	if service, lookErr := d.Edge.Service(ctx, app); lookErr == nil && readHolder(service.Tags) == nil {
		return nil // it took effect; only the response was lost
	}
	return err
}
