package rollout

import (
	"context"
	"errors"
	"time"

	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/deploy/lock"
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

// EndingError is an error of an Ending after it has begun to move traffic.
type EndingError struct {
	// Deploy is the deploy of the canaries.
	Deploy string
	// Ended have all traffic on one version, the traffic of Left is still split or could not be read.
	Ended, Left []Canary
	Err         error
}

func (e *EndingError) Error() string {
	return "cannot end the canary of deploy " + e.Deploy + ": " + e.Err.Error()
}

func (e *EndingError) Unwrap() error { return e.Err }

// Run returns what stood. An error after it has begun to move traffic is an *EndingError.
func (e *Ending) Run(ctx context.Context) (_ *Standing, err error) {
	me := owner.Holder{Work: e.work(), Host: e.Host, PID: e.PID, Since: e.Now().UTC()}
	local, err := owner.Take(journal.In(e.Dir), e.Own.Environment, me, e.ForceUnlock)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, local.Release()) }()
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
	for i, c := range standing.Canaries {
		if err := e.end(ctx, c, standing.Deploy); err != nil {
			return nil, &EndingError{standing.Deploy, standing.Canaries[:i], standing.Canaries[i:], err}
		}
	}
	unlock, cancel := lock.Releasing(ctx)
	defer cancel()
	if err := errors.Join(e.unlock(unlock, standing), e.endJournal(standing.Deploy)); err != nil {
		return nil, &EndingError{standing.Deploy, standing.Canaries, nil, err}
	}
	return standing, nil
}

func (e *Ending) work() owner.Work {
	if e.Promote {
		return owner.Promoting
	}
	return owner.RollingBack
}

// end gives all traffic of a worker to one version. If a signal comes meanwhile, the platform is asked whether it took
// effect.
func (e *Ending) end(ctx context.Context, c Canary, deploy string) error {
	move, to, verb := c.Abort, c.Old, "rolled back"
	if e.Promote {
		move, to, verb = c.Promote, c.New, "promoted"
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	message := "svc deploy " + deploy + ", canary " + verb + " by hand"
	err := move(ctx, e.Edge, message)
	if err == nil || ctx.Err() == nil {
		return err
	}
	late, cancel := lock.Releasing(ctx)
	defer cancel()
	if live, lookErr := c.current(late, e.Edge); lookErr == nil && len(live) == 1 && live[0].VersionID == to {
		return move(late, e.Edge, message) // the traffic is moved; a promotion has to note it in the tags as well
	}
	return context.Cause(ctx)
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
	history, _, err := journal.HistoryOf(e.Dir, e.Own.Project)
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
