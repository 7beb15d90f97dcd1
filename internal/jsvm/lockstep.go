package jsvm

import (
	"context"
	"errors"
	"sync"
	"time"
)

// ErrStandstill reports a deadlock in virtual time: every participant waits, and none waits for the clock.
var ErrStandstill = errors.New("nothing is left to run, and the requested work has not finished")

// Lockstep is a virtual clock under which one participant runs at a time. Participants are the loops of VMs, host
// functions, and what Run and Go start. They take turns in the order in which they become ready. When all of them
// wait and no untracked goroutine runs, the clock advances to the next timer. Code takes no virtual time, so every
// run gives the same sequence of events, whatever the speed of the machine.
//
// Outside of Run the clock stands still, and any goroutine may use the VMs. During Run only participants may. A
// participant waits with Await, Sleep or calls into VMs, and with the context that it received. If it waits in
// another way, it keeps its turn and blocks all others.
type Lockstep struct {
	mu     sync.Mutex
	now    time.Time
	agenda agenda
	ready  []*participant // in the order of their turns
	// watching are the participants that wait for a channel or for the end of a context.
	watching []*participant
	// taken reports whether a participant has the turn.
	taken bool
	// untracked is the number of running goroutines of GoUntracked.
	untracked int
	// moves reports whether the clock may advance. stalled is closed without a timer to advance to.
	moves   bool
	stalled chan struct{}
}

// NewLockstep returns a clock that shows start.
func NewLockstep(start time.Time) *Lockstep { return &Lockstep{now: start} }

// Now implements Clock.
func (l *Lockstep) Now() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now
}

// AfterFunc implements Clock. f must not wait.
func (l *Lockstep) AfterFunc(d time.Duration, f func()) func() {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := &sleeper{at: l.now.Add(max(d, 0)), f: f}
	l.agenda.add(s)
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.agenda.remove(s)
	}
}

// Run starts work as a participant and advances the clock until work returns. It returns early when ctx ends, and
// with ErrStandstill at a deadlock. Participants may still be waiting then. Only one Run may be active.
func (l *Lockstep) Run(ctx context.Context, work func(context.Context)) error {
	ended, stalled := make(chan struct{}), make(chan struct{})
	first := l.newParticipant()
	go l.participate(ctx, first, func(ctx context.Context) {
		defer close(ended)
		defer l.halt()
		work(ctx)
	})
	l.mu.Lock()
	l.moves, l.stalled = true, stalled
	l.enqueue(first) // under the same lock: a VM that releases its turn now would find nothing to run
	l.mu.Unlock()
	defer l.halt()
	select {
	case <-ended:
		return nil
	case <-stalled:
		return ErrStandstill
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// halt stops the clock.
func (l *Lockstep) halt() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.moves = false
}

// Go runs f on a new goroutine. Under a Lockstep the goroutine is a participant.
func Go(ctx context.Context, clock Clock, f func(context.Context)) {
	if l, ok := clock.(*Lockstep); ok {
		l.start(ctx, f)
		return
	}
	go f(ctx)
}

// GoUntracked runs f on a new goroutine that is not a participant, so f may block on anything. Under a Lockstep
// the clock stands still until f returns. The order of f among the turns of participants is undefined.
func GoUntracked(clock Clock, f func()) {
	l, ok := clock.(*Lockstep)
	if !ok {
		go f()
		return
	}
	l.mu.Lock()
	l.untracked++
	l.mu.Unlock()
	go func() {
		defer func() {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.untracked--
			l.next()
		}()
		f()
	}()
}

// Await waits until done is closed and returns nil, or until ctx ends and returns its error. Under a Lockstep a
// participant must close done.
func Await(ctx context.Context, done <-chan struct{}) error {
	if l := lockstepOf(ctx); l != nil {
		defer context.AfterFunc(ctx, l.nudge)() // a goroutine that is not a participant may end ctx
		l.watch(&participant{turn: make(chan struct{}, 1), done: done, ctx: ctx})
	}
	select {
	case <-done:
		return nil
	default:
	}
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Sleep waits until the clock has advanced by d. It returns an error when ctx ends first.
func Sleep(ctx context.Context, clock Clock, d time.Duration) error {
	over := make(chan struct{})
	defer clock.AfterFunc(d, func() { close(over) })()
	return Await(ctx, over)
}
