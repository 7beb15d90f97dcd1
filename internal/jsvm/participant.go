package jsvm

import (
	"context"
	"slices"
)

// participant takes turns under a Lockstep.
type participant struct {
	turn chan struct{} // receives one value when the turn starts
	// The clock's mutex guards the fields below.
	waits bool // parked until wake
	woken bool // wake was called while it was not parked
	done  <-chan struct{}
	ctx   context.Context
}

// participantKey marks the contexts of participants.
type participantKey struct{}

// lockstepOf returns the clock of the participant that ctx belongs to, or nil.
func lockstepOf(ctx context.Context) *Lockstep {
	l, _ := ctx.Value(participantKey{}).(*Lockstep)
	return l
}

func (l *Lockstep) start(ctx context.Context, f func(context.Context)) {
	p := l.newParticipant()
	l.wake(p)
	go l.participate(ctx, p, f)
}

// participate runs f from the first turn of p on.
func (l *Lockstep) participate(ctx context.Context, p *participant, f func(context.Context)) {
	<-p.turn
	defer l.leave()
	f(context.WithValue(ctx, participantKey{}, l))
}

// newParticipant returns a parked participant.
func (l *Lockstep) newParticipant() *participant {
	return &participant{turn: make(chan struct{}, 1), waits: true}
}

// wake makes a parked participant ready. Any goroutine may call it.
func (l *Lockstep) wake(p *participant) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !p.waits {
		p.woken = true
		return
	}
	l.enqueue(p)
}

// enqueue makes a parked participant ready. The caller holds the mutex.
func (l *Lockstep) enqueue(p *participant) {
	p.waits = false
	l.ready = append(l.ready, p)
	l.next()
}

// park releases the turn until wake. If wake was already called, the participant only lets the others go first.
func (l *Lockstep) park(p *participant) {
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

// watch releases the turn until p.done is closed or p.ctx ends.
func (l *Lockstep) watch(p *participant) {
	l.mu.Lock()
	l.watching = append(l.watching, p)
	l.taken = false
	l.next()
	l.mu.Unlock()
	<-p.turn
}

// nudge starts the next turn if none is taken.
func (l *Lockstep) nudge() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.next()
}

// leave releases the turn of a participant that ends.
func (l *Lockstep) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.taken = false
	l.next()
}

// next starts the turn of the first ready participant. If none is ready, it advances the clock. The caller holds
// the mutex.
func (l *Lockstep) next() {
	for !l.taken {
		l.collectReady()
		switch {
		case len(l.ready) > 0:
			l.taken = true
			l.ready[0].turn <- struct{}{}
			l.ready = l.ready[1:]
		case !l.moves, l.untracked > 0:
			return
		case l.agenda.empty():
			l.moves = false
			close(l.stalled)
			return
		default:
			l.advance()
		}
	}
}

// collectReady moves the participants whose wait is over from watching to ready.
func (l *Lockstep) collectReady() {
	l.watching = slices.DeleteFunc(l.watching, func(p *participant) bool {
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

// advance moves the clock to the next timer and fires it.
func (l *Lockstep) advance() {
	s := l.agenda.first()
	if s.at.After(l.now) {
		l.now = s.at
	}
	l.taken = true // s.f runs without the mutex; no turn may start meanwhile
	l.mu.Unlock()
	s.f()
	l.mu.Lock()
	l.taken = false
}
