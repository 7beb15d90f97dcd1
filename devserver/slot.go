// This file keeps one worker running: requests go to its newest VM, a dead VM is replaced at once, and
// one that was replaced on purpose ends only when its requests have.

package devserver

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/jsvm"
)

const (
	// drainLimit is how long requests may go on in a VM that was replaced.
	drainLimit = 20 * time.Second
	// backgroundLimit is how long promises may go on that requests have left behind with waitUntil.
	backgroundLimit = 30 * time.Second
)

var (
	errReplaced = errors.New("the worker was replaced, and this took too long to wait for")
	errStopped  = errors.New("the server is shutting down")
)

// instance is what a slot runs.
type instance interface {
	machine() *jsvm.VM
	// settle waits for what requests have left behind, until ctx ends.
	settle(ctx context.Context)
	close()
}

// slot is the place of one worker. Its methods may be called from any goroutine.
type slot struct {
	clock jsvm.Clock
	// died is told why a VM was given up.
	died func(error)

	mu sync.Mutex // guards what follows
	// start makes an instance; version counts how often it was exchanged.
	start   func(context.Context) (instance, error)
	version int
	current *generation
	// starting is the start that is under way, nil for none.
	starting *attempt
	stopped  bool
	retiring sync.WaitGroup
	// leaving are the generations that wait for their users.
	leaving map[*generation]bool
}

// attempt is one start; its err may be read when done is closed.
type attempt struct {
	done chan struct{}
	err  error
}

// generation is one instance with those who use it.
type generation struct {
	instance
	slot *slot
	// ctx ends, with its cause, when users have to leave.
	ctx   context.Context
	leave context.CancelCauseFunc
	// The slot's mutex guards what follows.
	users   int
	retired bool
	idle    chan struct{} // closed when it is retired and nobody uses it
}

func newSlot(clock jsvm.Clock, died func(error), start func(context.Context) (instance, error)) *slot {
	return &slot{clock: clock, died: died, start: start, leaving: map[*generation]bool{}}
}

func (s *slot) newGeneration(i instance) *generation {
	g := &generation{instance: i, slot: s, idle: make(chan struct{})}
	g.ctx, g.leave = context.WithCancelCause(context.Background())
	return g
}

// acquire gives the newest VM, and starts one when there is none. The caller releases it.
func (s *slot) acquire(ctx context.Context) (*generation, error) {
	for {
		s.mu.Lock()
		if s.stopped {
			s.mu.Unlock()
			return nil, errStopped
		}
		if g := s.current; g != nil && g.machine().Err() == nil {
			g.users++
			s.mu.Unlock()
			return g, nil
		}
		a := s.begin()
		s.mu.Unlock()
		if err := jsvm.Await(ctx, a.done); err != nil {
			return nil, err
		}
		if a.err != nil {
			return nil, a.err
		}
	}
}

func (g *generation) release() {
	g.slot.mu.Lock()
	defer g.slot.mu.Unlock()
	g.users--
	if g.retired && g.users == 0 {
		close(g.idle)
	}
}

// begin starts an instance, or joins the start that is under way. The caller holds the mutex.
func (s *slot) begin() *attempt {
	if s.starting != nil {
		return s.starting
	}
	a := &attempt{done: make(chan struct{})}
	s.starting = a
	start, version := s.start, s.version
	jsvm.GoUntracked(s.clock, func() {
		made, err := start(context.Background())
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.starting == a {
			s.starting = nil
		}
		if err == nil && (s.stopped || s.version != version) {
			go made.close() // what it was started for is no longer wanted; whoever waits tries again
		} else if err == nil {
			s.install(made)
		}
		a.err = err
		close(a.done)
	})
	return a
}

// install makes an instance the newest one. The caller holds the mutex.
func (s *slot) install(i instance) {
	old := s.current
	s.current = s.newGeneration(i)
	go s.watch(s.current)
	if old != nil {
		s.retire(old, drainLimit)
	}
}

// watch replaces a VM that dies.
func (s *slot) watch(g *generation) {
	<-g.machine().Done()
	s.mu.Lock()
	mine := s.current == g && !s.stopped
	if mine {
		s.current = nil
		s.begin()
		s.retire(g, 0)
	}
	s.mu.Unlock()
	if mine {
		s.died(g.machine().Err())
	}
}

// retire ends a generation when its users have left, or have had limit to leave. The caller holds the
// mutex.
func (s *slot) retire(g *generation, limit time.Duration) {
	g.retired = true
	if g.users == 0 {
		close(g.idle)
	}
	s.leaving[g] = true
	s.retiring.Go(func() {
		s.await(g, limit)
		g.close()
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.leaving, g)
	})
}

// await waits for the users of a generation, then for what they have left behind.
func (s *slot) await(g *generation, limit time.Duration) {
	defer s.clock.AfterFunc(limit, func() { g.leave(errReplaced) })()
	select {
	case <-g.idle:
	case <-g.machine().Done():
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	defer s.clock.AfterFunc(backgroundLimit, cancel)()
	g.settle(ctx)
}

// replace makes the next instance with start. When that fails the VM stays as it was.
func (s *slot) replace(ctx context.Context, start func(context.Context) (instance, error)) error {
	made, err := start(ctx)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped {
		go made.close()
		return errStopped
	}
	s.start = start
	s.version++
	s.install(made)
	return nil
}

// exchange is replace for an instance of which there must never be two: users have limit to leave, then
// the next one starts.
func (s *slot) exchange(ctx context.Context, limit time.Duration, start func(context.Context) (instance, error)) error {
	a := &attempt{done: make(chan struct{})}
	s.mu.Lock()
	if s.stopped {
		s.mu.Unlock()
		return errStopped
	}
	s.start = start
	s.version++
	old := s.current
	s.current, s.starting = nil, a
	if old != nil {
		old.retired = true
		if old.users == 0 {
			close(old.idle)
		}
	}
	s.mu.Unlock()
	if old != nil {
		stop := s.clock.AfterFunc(limit, func() { old.leave(errReplaced) })
		select {
		case <-old.idle:
		case <-old.ctx.Done():
		}
		stop()
		old.close()
	}
	made, err := start(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starting = nil
	switch {
	case err == nil && s.stopped:
		go made.close()
		err = errStopped
	case err == nil:
		s.install(made)
	}
	a.err = err
	close(a.done)
	return err
}

// stop takes no more users, waits for those there are until ctx ends, and ends the VM, and those that it has
// replaced.
func (s *slot) stop(ctx context.Context) {
	s.mu.Lock()
	s.stopped = true
	g := s.current
	s.current = nil
	if g != nil {
		s.retire(g, backgroundLimit)
	}
	leaving := slices.Collect(maps.Keys(s.leaving))
	s.mu.Unlock()
	defer context.AfterFunc(ctx, func() {
		for _, g := range leaving {
			g.leave(errStopped)
			g.close()
		}
	})()
	s.retiring.Wait()
}
