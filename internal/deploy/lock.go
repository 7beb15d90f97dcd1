// This file keeps two deploys of one environment apart: on this machine by a lock of the system, which ends with
// the process that holds it; between machines by a mark on the app worker. The platform cannot compare and set in
// one step, so the mark keeps people apart, and not two machines that begin in the same second.

package deploy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/appsvc/svc/internal/deploy/edgeapi"
)

// LockedError says that another deploy of the environment is under way.
type LockedError struct {
	Environment string
	Holder      holder
	Age         time.Duration
	Remote      bool
}

func (e *LockedError) Error() string { return "another deploy of " + e.Environment + " is under way" }

// Why says who holds the lock, and since when.
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

// errHeld is what lockFile gives for a lock that another process holds.
var errHeld = errors.New("held by another process")

// localLock is the lock of this machine.
type localLock struct{ file *os.File }

func lockPath(dir, environment string) string {
	return filepath.Join(dir, filepath.FromSlash(Folder), environment+".lock")
}

// lockHere takes the lock of this machine. With force an old one is pushed aside: its holder goes on without.
func lockHere(dir, environment string, me holder, force bool) (*localLock, error) {
	path := lockPath(dir, environment)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	if force {
		if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err == nil {
		if err = lockFile(file); err != nil {
			err = errors.Join(err, file.Close())
		}
	}
	if errors.Is(err, errHeld) {
		return nil, heldBy(path, environment, me.Since)
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

// heldBy tells who holds the lock, as the file says.
func heldBy(path, environment string, now time.Time) error {
	locked := &LockedError{Environment: environment, Holder: holder{Host: "this machine"}}
	if text, err := os.ReadFile(path); err == nil && json.Unmarshal(text, &locked.Holder) == nil {
		locked.Age = now.Sub(locked.Holder.Since)
	}
	return locked
}

// release gives the lock back. The file stays: deleting it would let two processes hold two files of one name.
func (l *localLock) release() error {
	return errors.Join(l.file.Truncate(0), l.file.Close())
}

// lockRemote marks the app worker as being deployed, if the plan still holds. A mark of the deploy that is resumed is
// ours.
func (d *deployment) lockRemote(ctx context.Context) error {
	if err := d.holdsStill(ctx); err != nil {
		return err
	}
	app := d.want.app().Name
	live := d.found.Scripts[app]
	if live == nil {
		return nil // there is nothing to mark yet: the first upload carries the mark
	}
	if err := d.Edge.PatchScriptSettings(ctx, app, edgeapi.ScriptSettings{
		Tags: append(live.Owner.tags(d.me), live.extra...),
	}); err != nil {
		return err
	}
	return d.checkMark(ctx, app)
}

// holdsStill refuses to go on when scripts have come, gone or changed since the plan was made: somebody may have
// thought about it for long.
func (d *deployment) holdsStill(ctx context.Context) error {
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
		if listed.Name == d.want.app().Name {
			if err := d.refuseMark(readHolder(listed.Tags)); err != nil {
				return err
			}
		}
		if was == nil || was.Owner != whose {
			return &StaleError{fmt.Sprintf("the script %q is another one than when it was made", listed.Name)}
		}
		seen++
	}
	if seen < len(d.found.Scripts) {
		return &StaleError{"a script is gone since it was made"}
	}
	return nil
}

// checkMark refuses a mark of somebody else.
func (d *deployment) checkMark(ctx context.Context, app string) error {
	service, err := d.Edge.Service(ctx, app)
	if err != nil {
		return err
	}
	return d.refuseMark(readHolder(service.Tags))
}

func (d *deployment) refuseMark(held *holder) error {
	if held == nil || d.ForceUnlock || d.isOurs(held) {
		return nil
	}
	return &LockedError{Environment: d.Environment, Holder: *held, Age: d.Clock.Now().Sub(held.Since), Remote: true}
}

// isOurs reports whether a mark is of this deploy, or of the one that was cut short before it on this machine.
func (d *deployment) isOurs(held *holder) bool {
	return held.Deploy == d.me.Deploy || d.resumed != nil && held.Deploy == d.resumed.ID
}

// unlockRemote takes the mark away.
func (d *deployment) unlockRemote(ctx context.Context) error {
	app := d.want.app()
	service, err := d.Edge.Service(ctx, app.Name)
	if err != nil || !service.Exists {
		return err
	}
	if held := readHolder(service.Tags); held == nil || !d.isOurs(held) {
		return nil // it was pushed aside
	}
	return d.Edge.PatchScriptSettings(ctx, app.Name, edgeapi.ScriptSettings{Tags: withoutLock(service.Tags)})
}
