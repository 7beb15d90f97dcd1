package rollout

import (
	"context"
	"errors"
	"time"

	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/deploy/owner"
)

// ErrNone reports that no canary stands in the environment.
var ErrNone = errors.New("no canary stands")

// Ending ends the canary that stands in an environment without an assertion. It needs no build, so that every machine
// can do it.
type Ending struct {
	// Dir is the app's folder, Own the environment.
	Dir  string
	Own  owner.Owner
	Edge Edge
	Now  func() time.Time
	// Host and PID identify the holder of the local lock.
	Host string
	PID  int
	// ForceUnlock takes over the lock of another deploy.
	ForceUnlock bool
	// Promote gives all traffic to the new versions, else to those before.
	Promote bool
}

// Run returns what stood.
func (e *Ending) Run(ctx context.Context) (_ *Standing, err error) {
	me := owner.Holder{Host: e.Host, PID: e.PID, Since: e.Now().UTC()}
	lock, err := owner.Take(journal.In(e.Dir), e.Own.Environment, me, e.ForceUnlock)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	standing, err := Find(ctx, e.Edge, e.Own)
	if err != nil {
		return nil, err
	}
	if len(standing.Canaries) == 0 {
		return nil, ErrNone
	}
	for _, app := range standing.Apps {
		if held := owner.ReadHolder(app.Tags); held != nil && held.Deploy != standing.Deploy && !e.ForceUnlock {
			age := e.Now().Sub(held.Since)
			return nil, &owner.LockedError{Environment: e.Own.Environment, Holder: *held, Age: age, Remote: true}
		}
	}
	for _, c := range standing.Canaries {
		move, verb := c.Abort, "rolled back"
		if e.Promote {
			move, verb = c.Promote, "promoted"
		}
		if err := move(ctx, e.Edge, "svc deploy "+standing.Deploy+", canary "+verb+" by hand"); err != nil {
			return nil, err
		}
	}
	return standing, errors.Join(e.unlock(ctx, standing), e.endJournal(standing.Deploy))
}

// unlock removes the lock of the canary's deploy.
func (e *Ending) unlock(ctx context.Context, standing *Standing) error {
	for _, app := range standing.Apps {
		if held := owner.ReadHolder(app.Tags); held == nil || held.Deploy != standing.Deploy {
			continue
		}
		tags := owner.WithoutLock(app.Tags)
		if e.Promote {
			tags = owner.WithGood(tags, standing.Deploy)
		}
		if err := e.Edge.PatchScriptSettings(ctx, app.Name, edgeapi.ScriptSettings{Tags: tags}); err != nil {
			return err
		}
	}
	return nil
}

// endJournal ends the journal of the interrupted deploy, if it is one of this folder.
func (e *Ending) endJournal(id string) error {
	history, _, err := journal.History(e.Dir)
	if err != nil {
		return err
	}
	if open := journal.Unfinished(history, e.Own.Environment); open == nil || open.ID != id {
		return nil
	}
	j, err := journal.Open(e.Dir, id, e.Now)
	if err != nil {
		return err
	}
	end := journal.Entry{Event: journal.EventEnd, Outcome: journal.Failed, Error: "the canary was rolled back by hand"}
	if e.Promote {
		end.Outcome, end.Error = journal.Succeeded, ""
	}
	return errors.Join(j.Write(end), j.Close())
}
