// This file holds lockstep: virtual time that moves by itself, for VMs that must do the same in every run.

package jsvm

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// ErrStandstill says that everybody waits for somebody else, and nobody for the clock.
var ErrStandstill = errors.New("nothing is left to happen, and what was asked for has not ended")

// Lockstep is a clock under which one party runs at a time: the loop of a VM, a host function, whatever Run
// and Go have started. Parties get their turns in the order in which they became able to go on. Only when
// none can, and no host work is on its way, the clock jumps to the next moment that somebody waits for. So
// what happens follows from what the parties do, not from the machine: code takes no time at all.
//
// Outside of Run the clock stands still, and any goroutine may use the VMs; while Run runs, only parties may.
// A party must wait by Await, by Sleep or by calls into VMs, with the context that it was given: it keeps its turn
// while it waits for anything else, and everybody stands still.
type Lockstep struct {
	mu     sync.Mutex
	now    time.Time
	agenda agenda
	ready  []*party // in the order of their turns
	// watching are those that wait for a channel or the end of a context.
	watching []*party
	// taken says that a party has the turn.
	taken bool
	// guests is how many work aside.
	guests int
	// moves says that the clock jumps when nobody can go on; stalled is closed when there is nowhere to jump to.
	moves   bool
	stalled chan struct{}
}

// party is somebody who takes turns.
type party struct {
	turn chan struct{} // one value: go on
	// The clock's mutex guards what follows.
	waits bool // for wake
	woken bool // while it did not wait
	done  <-chan struct{}
	ctx   context.Context
}

// NewLockstep makes a clock that shows start.
func NewLockstep(start time.Time) *Lockstep { return &Lockstep{now: start} }

// Now implements Clock.
func (l *Lockstep) Now() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now
}

// AfterFunc implements Clock. f must not wait for anything.
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

// Run starts work as a party, and lets time pass until it has ended. It gives up when ctx ends, and with
// ErrStandstill when time has nowhere to go; parties may then still be waiting. One Run at a time.
func (l *Lockstep) Run(ctx context.Context, work func(context.Context)) error {
	ended, stalled := make(chan struct{}), make(chan struct{})
	l.mu.Lock()
	l.moves, l.stalled = true, stalled
	l.mu.Unlock()
	l.start(ctx, func(ctx context.Context) {
		defer close(ended)
		defer l.halt()
		work(ctx)
	})
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

// halt has the clock stand still again.
func (l *Lockstep) halt() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.moves = false
}

// Go runs f on a goroutine of its own; under a Lockstep that is a party, and its context says so.
func Go(ctx context.Context, clock Clock, f func(context.Context)) {
	if l, ok := clock.(*Lockstep); ok {
		l.start(ctx, f)
		return
	}
	go f(ctx)
}

// GoUntracked runs f on a new goroutine that is not a participant, so f may block on anything. Under a Lockstep
// the clock stops until f returns. The order of f among the turns of participants is undefined.
func GoUntracked(clock Clock, f func()) {
	l, ok := clock.(*Lockstep)
	if !ok {
		go f()
		return
	}
	l.mu.Lock()
	l.guests++
	l.mu.Unlock()
	go func() {
		defer func() {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.guests--
			l.next()
		}()
		f()
	}()
}

// Await waits until done is closed, nil then, or ctx ends. Whoever closes done must be a party too.
func Await(ctx context.Context, done <-chan struct{}) error {
	if l := lockstepOf(ctx); l != nil {
		defer context.AfterFunc(ctx, l.nudge)() // the one who ends it may be no party
		l.watch(&party{turn: make(chan struct{}, 1), done: done, ctx: ctx})
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

// Sleep waits until d has passed by the clock; it leaves with an error when ctx ends.
func Sleep(ctx context.Context, clock Clock, d time.Duration) error {
	over := make(chan struct{})
	defer clock.AfterFunc(d, func() { close(over) })()
	return Await(ctx, over)
}

// partyKey marks the contexts of parties.
type partyKey struct{}

// lockstepOf is the clock whose party ctx belongs to; nil when it belongs to none.
func lockstepOf(ctx context.Context) *Lockstep {
	l, _ := ctx.Value(partyKey{}).(*Lockstep)
	return l
}

func (l *Lockstep) start(ctx context.Context, f func(context.Context)) {
	p := l.newParty()
	l.wake(p)
	go func() {
		<-p.turn
		defer l.leave()
		f(context.WithValue(ctx, partyKey{}, l))
	}()
}

// newParty is one that waits to be woken.
func (l *Lockstep) newParty() *party { return &party{turn: make(chan struct{}, 1), waits: true} }

// wake has a party go on when its turn comes. Anybody may call it.
func (l *Lockstep) wake(p *party) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !p.waits {
		p.woken = true
		return
	}
	p.waits = false
	l.ready = append(l.ready, p)
	l.next()
}

// park gives the turn away until the party is woken. Who was woken before waits for the others only.
func (l *Lockstep) park(p *party) {
	l.mu.Lock()
	if p.woken {
		p.woken = false
		l.ready = append(l.ready, p)
	} else {
		p.waits = true
	}
	l.taken = false
	l.next()
	l.mu.Unlock()
	<-p.turn
}

// watch gives the turn away until what the party waits for has come.
func (l *Lockstep) watch(p *party) {
	l.mu.Lock()
	l.watching = append(l.watching, p)
	l.taken = false
	l.next()
	l.mu.Unlock()
	<-p.turn
}

// nudge gives the turn to somebody if nobody has it.
func (l *Lockstep) nudge() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.next()
}

// leave gives the turn away for good.
func (l *Lockstep) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.taken = false
	l.next()
}

// next gives the turn to the first who can go on; when nobody can, time passes. The caller holds the mutex.
func (l *Lockstep) next() {
	for !l.taken {
		l.look()
		switch {
		case len(l.ready) > 0:
			l.taken = true
			l.ready[0].turn <- struct{}{}
			l.ready = l.ready[1:]
		case !l.moves, l.guests > 0:
			return
		case len(l.agenda) == 0:
			l.moves = false
			close(l.stalled)
			return
		default:
			l.jump()
		}
	}
}

// look moves those who need not wait any more to those who are ready.
func (l *Lockstep) look() {
	l.watching = slices.DeleteFunc(l.watching, func(p *party) bool {
		select {
		case <-p.done:
		case <-p.ctx.Done():
		default:
			return false
		}
		l.ready = append(l.ready, p)
		return true
	})
}

// jump moves the clock to the next moment that somebody waits for, and tells them.
func (l *Lockstep) jump() {
	s := l.agenda.first()
	if s.at.After(l.now) {
		l.now = s.at
	}
	l.taken = true // nobody else may move it meanwhile
	l.mu.Unlock()
	s.f()
	l.mu.Lock()
	l.taken = false
}
