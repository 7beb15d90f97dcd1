package webhooks

import (
	"context"
	"slices"
	"time"
)

// pause is what runs at a time of the clock: the end of a batch, or the next attempt of a delivery. The sender's lock
// guards it.
type pause struct {
	at  time.Time
	run func()
	// end ends the sleep of the goroutine that waits for the time.
	end context.CancelFunc
}

// after runs a function under the lock when the time has passed, or in RunDue. The caller holds the lock.
func (s *Sender) after(d time.Duration, run func()) {
	options := &s.options
	life, end := context.WithCancel(s.life)
	p := &pause{options.Clock.Now().Add(d), run, end}
	s.pauses = append(s.pauses, p)
	options.Clock.Go(life, func(ctx context.Context) {
		defer end()
		err := options.Clock.Sleep(ctx, d)
		options.Lock.Lock()
		defer options.Lock.Unlock()
		if err == nil {
			s.runPause(p)
		}
	})
}

// runPause runs what has waited, once. The caller holds the lock.
func (s *Sender) runPause(p *pause) {
	if at := slices.Index(s.pauses, p); at >= 0 {
		s.pauses = slices.Delete(s.pauses, at, at+1)
		p.end()
		p.run()
	}
}

// NextDue returns when the next batch or attempt is due; the zero time if none is.
func (s *Sender) NextDue() time.Time {
	s.options.Lock.Lock()
	defer s.options.Lock.Unlock()
	if len(s.pauses) == 0 {
		return time.Time{}
	}
	return slices.MinFunc(s.pauses, byTime).at
}

func byTime(a, b *pause) int { return a.at.Compare(b.at) }

// RunDue runs what is due after the clock was advanced, whose sleepers sleep on. It returns when no delivery is in
// flight, or ctx has ended.
func (s *Sender) RunDue(ctx context.Context) {
	s.options.Lock.Lock()
	now := s.options.Clock.Now()
	for _, p := range slices.SortedStableFunc(slices.Values(s.pauses), byTime) {
		if !p.at.After(now) {
			s.runPause(p)
		}
	}
	idle := s.whenIdle()
	s.options.Lock.Unlock()
	select {
	case <-idle:
	case <-ctx.Done():
	case <-s.life.Done():
	}
}

// whenIdle returns what is closed when no delivery is in flight. The caller holds the lock.
func (s *Sender) whenIdle() <-chan struct{} {
	if s.idle == nil {
		s.idle = make(chan struct{})
	}
	idle := s.idle
	s.settled()
	return idle
}

// settled tells those that wait if no delivery is in flight. The caller holds the lock.
func (s *Sender) settled() {
	isBusy := slices.ContainsFunc(s.outboxes, func(o *outbox) bool { return o.inFlight > 0 })
	if s.idle != nil && !isBusy {
		close(s.idle)
		s.idle = nil
	}
}
