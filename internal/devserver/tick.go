package devserver

import (
	"context"
	"time"
)

// Ticked is the result of advancing the clock.
type Ticked struct {
	// Now is the time of the clock.
	Now time.Time `json:"now"`
	// AheadMs is how far the clock is ahead of the machine's, in milliseconds.
	AheadMs int64 `json:"aheadMs"`
	// Fired are the triggers that have fired, in order.
	Fired []Fired `json:"fired"`
	// Alarms counts the times at which actors woke.
	Alarms int `json:"alarms"`
}

// Tick advances the clock by d, from one time at which something is due to the next. At each it fires the triggers, and
// waits until they and the actors that wake have done their work. It ends early with ctx, and with the server.
func (s *Server) Tick(ctx context.Context, d time.Duration) (Ticked, error) {
	s.ticking.Lock()
	defer s.ticking.Unlock()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(s.life, func() { cancel(context.Cause(s.life)) })()
	ticked := Ticked{Fired: []Fired{}}
	for target := s.host.Now().Add(d); ctx.Err() == nil; {
		next, wakes := s.nextDue(target)
		if err := s.host.AdvanceTo(next); err != nil {
			return ticked, err
		}
		for _, due := range s.schedules.take() {
			ticked.Fired = append(ticked.Fired, s.schedules.run(due))
		}
		if wakes {
			ticked.Alarms++
		}
		s.host.RunWebhooks(ctx)
		s.host.RunAlarms(ctx)
		if !next.Before(target) {
			break
		}
	}
	ticked.Now, ticked.AheadMs = s.host.Now(), s.host.Ahead().Milliseconds()
	return ticked, context.Cause(ctx)
}

// nextDue returns the next time up to target at which a trigger fires, the emulated CRM sends a webhook or an actor
// wakes, else target. wakes reports that it is an actor.
func (s *Server) nextDue(target time.Time) (next time.Time, wakes bool) {
	next = target
	if at := s.schedules.next(); !at.IsZero() && at.Before(next) {
		next = at
	}
	if at := s.host.NextWebhook(); !at.IsZero() && at.Before(next) {
		next = at
	}
	if at := s.host.NextAlarm(); !at.IsZero() && !at.After(next) {
		next, wakes = at, true
	}
	return next, wakes
}
