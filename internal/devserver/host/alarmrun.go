package host

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/store"
)

const (
	// alarmRetry is the pause after an alarm that failed. It doubles up to alarmRetryCap.
	alarmRetry    = 2 * time.Second
	alarmRetryCap = 10 * time.Minute
	// maxAlarms is how many alarms run at the same time. Alarms that have run for longer than shortAlarm do not count:
	// they wait for something, such as a step of a sync in a worker, and must not delay others.
	maxAlarms  = 32
	shortAlarm = time.Second
)

// due returns when the alarm of an actor runs: its time, or the end of its backoff. The caller holds the mutex.
func (w *alarms) due(a store.Actor) time.Time {
	at := time.UnixMilli(w.at[a])
	if f, failed := w.failed[a]; failed && f.until.After(at) {
		return f.until
	}
	return at
}

// wake arms the clock for the actor. The caller holds the mutex.
func (w *alarms) wake(a store.Actor) {
	if w.running[a] == nil && w.fire != nil {
		w.arm(w.due(a))
	}
}

// arm makes the clock call run at a time, or earlier if it is armed for that. The caller holds the mutex.
func (w *alarms) arm(at time.Time) {
	if !w.armed.IsZero() {
		if !at.Before(w.armed) {
			return
		}
		w.disarm()
	}
	w.armed = at
	w.disarm = w.clock.AfterFunc(max(at.Sub(w.clock.Now()), 0), w.run)
}

// run starts the alarms that are due.
func (w *alarms) run() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.armed = time.Time{}
	if w.ctx.Err() != nil {
		return
	}
	now := w.clock.Now()
	for _, a := range slices.SortedFunc(maps.Keys(w.at), byName) {
		if w.running[a] != nil {
			continue
		}
		if w.due(a).After(now) {
			w.wake(a)
		} else if w.short() >= maxAlarms {
			w.crowded = true
		} else {
			f := &firing{}
			f.settle = w.clock.AfterFunc(shortAlarm, func() { w.outlast(f) })
			w.running[a] = f
			w.ended.Add(1)
			jsvm.Go(w.ctx, w.clock, func(ctx context.Context) {
				defer w.ended.Done()
				w.one(ctx, a)
			})
		}
	}
}

// short counts the alarms that run and are not long. The caller holds the mutex.
func (w *alarms) short() (count int) {
	for _, f := range w.running {
		if !f.long {
			count++
		}
	}
	return count
}

// outlast marks an alarm as long, and lets another one start in its place.
func (w *alarms) outlast(f *firing) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f.long = true
	w.makeRoom()
}

// makeRoom starts alarms that were due while too many ran. The caller holds the mutex.
func (w *alarms) makeRoom() {
	if w.crowded && w.ctx.Err() == nil {
		w.crowded = false
		w.arm(w.clock.Now())
	}
}

// byName orders actors: alarms that are due at the same time start in this order.
func byName(a, b store.Actor) int {
	return cmp.Or(strings.Compare(a.Class, b.Class), strings.Compare(a.Name, b.Name))
}

// one runs the alarm of one actor.
func (w *alarms) one(ctx context.Context, a store.Actor) {
	err := w.fire(ctx, a)
	if err == nil {
		err = w.done(ctx, a)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.running[a].settle()
	delete(w.running, a)
	if err == nil {
		delete(w.failed, a)
	} else {
		f := w.failed[a]
		f.until = w.clock.Now().Add(min(alarmRetry<<min(f.times, 16), alarmRetryCap))
		f.times++
		w.failed[a] = f
	}
	defer w.rest()
	if w.ctx.Err() != nil {
		return
	}
	if _, again := w.at[a]; again {
		w.wake(a)
	}
	w.makeRoom()
}

// next returns when the next actor wakes that is not awake; the zero time for never.
func (w *alarms) next() (next time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for a := range w.at {
		if at := w.due(a); w.running[a] == nil && (next.IsZero() || at.Before(next)) {
			next = at
		}
	}
	return next
}

// now starts the alarms that are due after the clock was advanced.
func (w *alarms) now() {
	w.mu.Lock()
	if !w.armed.IsZero() {
		w.disarm()
	}
	w.mu.Unlock()
	w.run()
}

// quiet returns when no actor is awake and none is due, or ctx ends.
func (w *alarms) quiet(ctx context.Context) {
	for ctx.Err() == nil && w.ctx.Err() == nil {
		w.mu.Lock()
		if len(w.running) == 0 {
			w.mu.Unlock()
			if at := w.next(); at.IsZero() || at.After(w.clock.Now()) {
				return
			}
			w.now()
			continue
		}
		if w.idle == nil {
			w.idle = make(chan struct{})
		}
		idle := w.idle
		w.mu.Unlock()
		select {
		case <-idle:
		case <-ctx.Done():
		case <-w.ctx.Done():
		}
	}
}

// rest wakes the callers of quiet when no alarm runs. The caller holds the mutex.
func (w *alarms) rest() {
	if len(w.running) == 0 && w.idle != nil {
		close(w.idle)
		w.idle = nil
	}
}
