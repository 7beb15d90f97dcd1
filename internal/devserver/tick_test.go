package devserver

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/devserver/host"
)

// often is a sync on a schedule.
const often = `worker.sync('often', { schedule: '15m', handler: async () => {} });`

func (s *served) schedule() {
	s.Helper()
	if err := s.Schedule(map[string][]string{"main": {"*/15 * * * *"}}); err != nil {
		s.Fatal(err)
	}
}

func TestTickSavesTheClockBeforeItFires(t *testing.T) {
	f := newFixture(t, often)
	var behind []Fired
	f.onFired = func(due Fired) {
		next, err := host.New(f.options) // after a kill
		if err != nil || next.Now().Add(time.Second).Before(due.At) {
			behind = append(behind, due)
		}
	}
	s := f.serve()
	s.schedule()
	ticked, err := s.Tick(context.Background(), time.Hour)
	if err != nil || len(ticked.Fired) != 4 || len(behind) > 0 {
		t.Errorf("%v, %d fired, at which a kill sets the clock back: %+v", err, len(ticked.Fired), behind)
	}
}

func TestShutdownEndsATick(t *testing.T) {
	f := newFixture(t, often)
	var s *served
	ended := make(chan error, 1)
	shutdown := sync.OnceFunc(func() {
		go func() { ended <- s.Shutdown(context.Background()) }()
		<-s.life.Done()
	})
	f.onFired = func(Fired) { shutdown() }
	s = f.serve()
	s.schedule()
	if _, err := s.Tick(context.Background(), 300*24*time.Hour); !errors.Is(err, host.ErrStopped) {
		t.Errorf("it ended with %v", err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
