package lock

import (
	"errors"

	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/deploy/port"
)

// Options says who takes the lock of which environment.
type Options struct {
	// Dir is the app's folder.
	Dir, Environment string
	Clock            port.Clock
	// Host and PID identify the holder.
	Host string
	PID  int
	// Force takes over the lock of any holder.
	Force bool
}

// Begin takes the lock of this machine for some work, with a new id, and calls begin with its holder. It releases the
// lock if begin fails.
func Begin(o Options, work owner.Work, begin func(me owner.Holder) error) (_ *owner.LocalLock, err error) {
	id, err := o.Clock.NewID()
	if err != nil {
		return nil, err
	}
	me := owner.Holder{Work: work, Deploy: id, Host: o.Host, PID: o.PID, Since: o.Clock.Now().UTC()}
	local, err := owner.Take(journal.In(o.Dir), o.Environment, me, o.Force)
	if err != nil {
		return nil, err
	}
	begun := false
	defer func() {
		if !begun {
			err = errors.Join(err, local.Release())
		}
	}()
	if err := begin(me); err != nil {
		return nil, err
	}
	begun = true
	return local, nil
}

// Remote returns the lock on the platform for a holder.
func (o Options) Remote(edge Edge, me owner.Holder, history []journal.Past) *Remote {
	return &Remote{
		Edge: edge, Environment: o.Environment, Me: me, History: history, Force: o.Force, Now: o.Clock.Now,
	}
}
