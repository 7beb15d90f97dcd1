// This file moves the clock of a server ahead, and has everything happen that comes due on the way.

package devserver

import (
	"context"
	"errors"
	"time"
)

// errFixedClock says that the host's clock cannot be moved.
var errFixedClock = errors.New("the clock of this server cannot be moved")

// Ticked says what moving the clock has brought.
type Ticked struct {
	// Now is what the clock shows.
	Now time.Time `json:"now"`
	// AheadMs is how far that is ahead of the machine's clock, in milliseconds.
	AheadMs int64 `json:"aheadMs"`
	// Fired are the triggers that have fired, in their order.
	Fired []Fired `json:"fired"`
	// Alarms is how many times there were at which actors woke.
	Alarms int `json:"alarms"`
}

// Tick moves the clock ahead by d, from one time at which something is due to the next: there it fires the
// triggers and waits until they and the actors that wake have done their work. It ends early with ctx, and
// with the server.
func (s *Server) Tick(ctx context.Context, d time.Duration) (Ticked, error) {
	clock, movable := s.host.clock.(*Clock)
	if !movable {
		return Ticked{}, errFixedClock
	}
	s.ticking.Lock()
	defer s.ticking.Unlock()
	ctx, cancel := joined(ctx, s.life)
	defer cancel()
	ticked := Ticked{Fired: []Fired{}}
	for target := clock.Now().Add(d); ctx.Err() == nil; {
		next, wakes := s.nextDue(target)
		clock.moveTo(next)
		if err := s.keepClock(clock); err != nil {
			return ticked, err
		}
		for _, due := range s.schedules.take() {
			ticked.Fired = append(ticked.Fired, s.schedules.run(due))
		}
		if wakes {
			ticked.Alarms++
		}
		s.host.alarms.now()
		s.host.alarms.quiet(ctx)
		if !next.Before(target) {
			break
		}
	}
	ticked.Now, ticked.AheadMs = clock.Now(), clock.Ahead().Milliseconds()
	return ticked, context.Cause(ctx)
}

// keepClock keeps how far the clock is ahead, before what is due happens: where the server is killed meanwhile, the
// state has no times that the clock of the next one would take long to reach.
func (s *Server) keepClock(clock *Clock) error {
	if s.host.options.InMemory {
		return nil
	}
	return saveAhead(s.host.options.Dir, clock.Ahead())
}

// nextDue is the next time up to target at which a trigger fires or an actor wakes, else target; wakes says
// that it is an actor.
func (s *Server) nextDue(target time.Time) (next time.Time, wakes bool) {
	next = target
	if at := s.schedules.next(); !at.IsZero() && at.Before(next) {
		next = at
	}
	if at := s.host.alarms.next(); !at.IsZero() && !at.After(next) {
		next, wakes = at, true
	}
	return next, wakes
}
