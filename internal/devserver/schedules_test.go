package devserver

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/jsvm"
)

// firedLog collects what fires.
type firedLog struct {
	mu  sync.Mutex
	all []string
}

func (l *firedLog) add(f Fired) {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := f.At.Format("15:04") + " " + f.Worker + " " + f.Cron
	if f.Error != "" {
		text += ": " + f.Error
	}
	l.all = append(l.all, text)
}

// taken are the lines so far, sorted: triggers of one time fire side by side.
func (l *firedLog) taken() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	slices.Sort(l.all)
	return slices.Clone(l.all)
}

func scheduled(t *testing.T, clock jsvm.Clock, crons map[string][]string) (*schedules, *firedLog) {
	t.Helper()
	log := &firedLog{}
	s := newSchedules(clock, log.add)
	s.fire = func(context.Context, string, string, time.Time) error { return nil }
	t.Cleanup(s.close)
	if err := s.set(crons); err != nil {
		t.Fatal(err)
	}
	return s, log
}

var morning = time.Date(2026, 11, 21, 9, 58, 30, 0, time.UTC)

func TestTriggersFireAtFullMinutes(t *testing.T) {
	clock := jsvm.NewVirtualClock(morning)
	s, log := scheduled(t, clock, map[string][]string{
		"billing": {"*/2 * * * *", "0 * * * *"}, "crm": {"0 * * * *", "0 * * * *"},
	})
	clock.Advance(4 * time.Minute)
	s.ended.Wait()
	want := []string{
		"10:00 billing */2 * * * *", "10:00 billing 0 * * * *", "10:00 crm 0 * * * *", "10:02 billing */2 * * * *",
	}
	if got := log.taken(); !slices.Equal(got, want) {
		t.Errorf("fired %q, not %q", got, want)
	}
}

func TestOnlyTheLastMissedTimeFires(t *testing.T) {
	clock := host.NewClock(jsvm.NewVirtualClock(morning), 0)
	s, log := scheduled(t, clock, map[string][]string{"billing": {"*/5 * * * *"}})
	clock.AdvanceTo(morning.Add(time.Hour))
	for _, due := range s.take() {
		s.run(due)
	}
	if got, want := log.taken(), []string{"10:55 billing */5 * * * *"}; !slices.Equal(got, want) {
		t.Errorf("fired %q, not %q", got, want)
	}
	if next := s.next(); !next.Equal(morning.Add(time.Hour + 90*time.Second)) {
		t.Errorf("fires next at %s", next)
	}
}

func TestAFailedTriggerReportsItsErrorAndFiresAgain(t *testing.T) {
	clock := jsvm.NewVirtualClock(morning)
	s, log := scheduled(t, clock, map[string][]string{"billing": {"* * * * *"}})
	s.fire = func(context.Context, string, string, time.Time) error { return errors.New("no such sync") }
	clock.Advance(2 * time.Minute)
	s.ended.Wait()
	want := []string{"09:59 billing * * * * *: no such sync", "10:00 billing * * * * *: no such sync"}
	if got := log.taken(); !slices.Equal(got, want) {
		t.Errorf("fired %q, not %q", got, want)
	}
}

func TestTriggersOfARemovedWorkerDoNotFire(t *testing.T) {
	clock := jsvm.NewVirtualClock(morning)
	s, log := scheduled(t, clock, map[string][]string{"billing": {"* * * * *"}, "crm": {"0 10 * * *"}})
	if err := s.set(map[string][]string{"crm": {"0 10 * * *"}}); err != nil {
		t.Fatal(err)
	}
	clock.Advance(3 * time.Minute)
	s.ended.Wait()
	if got, want := log.taken(), []string{"10:00 crm 0 10 * * *"}; !slices.Equal(got, want) {
		t.Errorf("fired %q, not %q", got, want)
	}
}

func TestAnInvalidTriggerChangesNothing(t *testing.T) {
	clock := jsvm.NewVirtualClock(morning)
	s, log := scheduled(t, clock, map[string][]string{"billing": {"* * * * *"}})
	if err := s.set(map[string][]string{"billing": {"every minute"}}); err == nil {
		t.Error("it is taken")
	}
	clock.Advance(time.Minute)
	s.ended.Wait()
	if got := log.taken(); len(got) != 1 {
		t.Errorf("fired %q", got)
	}
}
