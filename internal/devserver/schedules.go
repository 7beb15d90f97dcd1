package devserver

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/cron"
	"github.com/appsvc/svc/internal/jsvm"
)

// Fired is a trigger that has fired.
type Fired struct {
	Worker string    `json:"worker"`
	Cron   string    `json:"cron"`
	At     time.Time `json:"at"`
	// Error is why it failed; "" when it did not.
	Error string `json:"error,omitempty"`
}

// schedules fires the cron triggers of the workers as the edge platform does: at full minutes in UTC, each trigger of a
// worker once.
type schedules struct {
	clock jsvm.Clock
	// fire runs a trigger. fired receives the result; it may be nil.
	fire  func(ctx context.Context, worker, cron string, at time.Time) error
	fired func(Fired)

	mu      sync.Mutex // guards what follows
	entries []*trigger
	disarm  func()
	ctx     context.Context
	stop    context.CancelFunc
	ended   sync.WaitGroup
}

// trigger is one cron trigger of one worker.
type trigger struct {
	worker, cron string
	schedule     cron.Schedule
	next         time.Time // zero for never
}

func newSchedules(clock jsvm.Clock, fired func(Fired)) *schedules {
	s := &schedules{clock: clock, fired: fired, disarm: func() {}}
	s.ctx, s.stop = context.WithCancel(context.Background())
	return s
}

// set replaces the triggers, by worker name. A trigger that remains keeps its next time.
func (s *schedules) set(crons map[string][]string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	before, now := s.entries, s.clock.Now()
	var entries []*trigger
	for worker, texts := range crons {
		for _, text := range texts {
			same := func(t *trigger) bool { return t.worker == worker && t.cron == text }
			if slices.ContainsFunc(entries, same) {
				continue // two syncs on one schedule share a trigger
			}
			if i := slices.IndexFunc(before, same); i >= 0 {
				entries = append(entries, before[i])
				continue
			}
			schedule, err := cron.Parse(text)
			if err != nil {
				return fmt.Errorf("the worker %q: %w", worker, err)
			}
			entries = append(entries, &trigger{worker: worker, cron: text, schedule: schedule, next: schedule.Next(now)})
		}
	}
	slices.SortFunc(entries, func(a, b *trigger) int {
		return cmp.Or(cmp.Compare(a.worker, b.worker), cmp.Compare(a.cron, b.cron))
	})
	s.entries = entries
	s.arm()
	return nil
}

// arm sets the clock's timer to the next time. The caller holds the mutex.
func (s *schedules) arm() {
	s.disarm()
	s.disarm = func() {}
	next := s.soonest()
	if next.IsZero() || s.ctx.Err() != nil {
		return
	}
	s.disarm = s.clock.AfterFunc(max(next.Sub(s.clock.Now()), 0), func() {
		for _, due := range s.take() {
			s.ended.Go(func() { s.run(due) })
		}
	})
}

// soonest returns the next time at which a trigger fires; zero for never. The caller holds the mutex.
func (s *schedules) soonest() (next time.Time) {
	for _, t := range s.entries {
		if !t.next.IsZero() && (next.IsZero() || t.next.Before(next)) {
			next = t.next
		}
	}
	return next
}

// next is soonest for callers without the mutex.
func (s *schedules) next() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.soonest()
}

// take returns the triggers that are due, and sets the next time of each. Of several missed times, as after a laptop
// has slept, only the last is due.
func (s *schedules) take() (due []Fired) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() != nil {
		return nil
	}
	now := s.clock.Now()
	for _, t := range s.entries {
		if t.next.IsZero() || t.next.After(now) {
			continue
		}
		at := t.next
		for t.next = t.schedule.Next(at); !t.next.IsZero() && !t.next.After(now); t.next = t.schedule.Next(at) {
			at = t.next
		}
		due = append(due, Fired{Worker: t.worker, Cron: t.cron, At: at})
	}
	s.arm()
	return due
}

// run fires one trigger.
func (s *schedules) run(f Fired) Fired {
	if err := s.fire(s.ctx, f.Worker, f.Cron, f.At); err != nil {
		f.Error = err.Error()
	}
	if s.fired != nil && s.ctx.Err() == nil {
		s.fired(f)
	}
	return f
}

// close fires no more triggers, and waits for those that run.
func (s *schedules) close() {
	s.mu.Lock()
	s.stop()
	s.disarm()
	s.mu.Unlock()
	s.ended.Wait()
}

// Upcoming is a cron trigger with the next times at which it fires.
type Upcoming struct {
	Worker string      `json:"worker"`
	Cron   string      `json:"cron"`
	Next   []time.Time `json:"next"`
}

// upcoming returns the next n times of each trigger.
func (s *schedules) upcoming(n int) []Upcoming {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := []Upcoming{}
	for _, t := range s.entries {
		u := Upcoming{Worker: t.worker, Cron: t.cron, Next: []time.Time{}}
		for at := t.next; len(u.Next) < n && !at.IsZero(); at = t.schedule.Next(at) {
			u.Next = append(u.Next, at.UTC())
		}
		all = append(all, u)
	}
	return all
}
