// This file wakes actors: each at the time that it has asked for, at least once, and never twice at a time.

package devserver

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/store"
)

const (
	// alarmRetry is the pause after an alarm that failed; it doubles up to alarmRetryCap.
	alarmRetry    = 2 * time.Second
	alarmRetryCap = 10 * time.Minute
	// maxAlarms is how many alarms run at once, those aside that have run for longer than shortAlarm: they
	// wait for something, such as a step of a sync in a worker, and hold up nobody meanwhile.
	maxAlarms  = 32
	shortAlarm = time.Second
)

// alarms knows when each actor wants to be woken. Its table is that of the store, which set and reset
// keep it equal to.
type alarms struct {
	clock jsvm.Clock
	// fire runs the alarm of an actor; done is called when it has ended well, and takes the alarm away
	// unless the actor has set it anew.
	fire func(ctx context.Context, a store.Actor) error
	done func(ctx context.Context, a store.Actor) error

	mu      sync.Mutex // guards what follows
	at      map[store.Actor]int64
	running map[store.Actor]*firing
	failed  map[store.Actor]failedAlarm
	// marks are, for each open transaction, which of the running alarms had been set anew before it.
	marks []map[store.Actor]bool
	// crowded says that an alarm was due while too many ran.
	crowded bool
	// armed is when the clock wakes us; zero for never.
	armed  time.Time
	disarm func()
	// idle is closed when nothing runs any more; nil while nobody waits for it.
	idle  chan struct{}
	ctx   context.Context
	stop  context.CancelFunc
	ended sync.WaitGroup
}

// firing is an alarm that runs.
type firing struct {
	// setAnew says that the actor has set, or cleared, its alarm meanwhile.
	setAnew bool
	// long says that it has run for longer than shortAlarm; settle stops the clock that tells so.
	long   bool
	settle func()
}

// failedAlarm says how often an alarm has failed, and when it may run again.
type failedAlarm struct {
	times int
	until time.Time
}

func newAlarms(clock jsvm.Clock) *alarms {
	w := &alarms{
		clock: clock, at: map[store.Actor]int64{}, running: map[store.Actor]*firing{}, failed: map[store.Actor]failedAlarm{},
	}
	w.ctx, w.stop = context.WithCancel(context.Background())
	return w
}

// set notes the alarm of an actor; nil when it has none.
func (w *alarms) set(a store.Actor, at *int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if f := w.running[a]; f != nil {
		f.setAnew = true
	}
	if at == nil {
		delete(w.at, a)
		delete(w.failed, a)
		return
	}
	w.at[a] = *at
	w.wake(a)
}

// reset notes the alarms of all actors.
func (w *alarms) reset(all []store.Alarm) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.marks = nil
	w.replace(all)
}

// replace is reset for who holds the mutex.
func (w *alarms) replace(all []store.Alarm) {
	clear(w.at)
	for _, alarm := range all {
		w.at[alarm.Actor] = alarm.At
		w.wake(alarm.Actor)
	}
}

// begin and commit follow the transactions of the store.
func (w *alarms) begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	mark := map[store.Actor]bool{}
	for a, f := range w.running {
		mark[a] = f.setAnew
	}
	w.marks = append(w.marks, mark)
}

func (w *alarms) commit() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.marks = w.marks[:len(w.marks)-1]
}

// rollback undoes what was noted since begin; all is the store's table by now.
func (w *alarms) rollback(all []store.Alarm) {
	w.mu.Lock()
	defer w.mu.Unlock()
	mark := w.marks[len(w.marks)-1]
	w.marks = w.marks[:len(w.marks)-1]
	for a, f := range w.running {
		f.setAnew = mark[a]
	}
	w.replace(all)
}

// settled reports whether a running alarm may be taken away: its actor has not set it anew.
func (w *alarms) settled(a store.Actor) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	f := w.running[a]
	return f != nil && !f.setAnew
}

// due is when the alarm of an actor runs: its own time, or the end of its pause. The caller holds the mutex.
func (w *alarms) due(a store.Actor) time.Time {
	at := time.UnixMilli(w.at[a])
	if f, failed := w.failed[a]; failed && f.until.After(at) {
		return f.until
	}
	return at
}

// wake has the clock wake us for the actor. The caller holds the mutex.
func (w *alarms) wake(a store.Actor) {
	if w.running[a] == nil && w.fire != nil {
		w.arm(w.due(a))
	}
}

// arm has the clock wake us at a time, or earlier if it was to already. The caller holds the mutex.
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

// run starts what is due.
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

// outlast notes that an alarm takes long, and lets another one run in its place.
func (w *alarms) outlast(f *firing) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f.long = true
	w.makeRoom()
}

// makeRoom starts what was due while too many ran. The caller holds the mutex.
func (w *alarms) makeRoom() {
	if w.crowded && w.ctx.Err() == nil {
		w.crowded = false
		w.arm(w.clock.Now())
	}
}

// byName orders actors, so that what is due at one time runs in one order.
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

// next is when the next actor wakes that is not awake already; zero for never.
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

// now starts what is due by a clock that was moved.
func (w *alarms) now() {
	w.mu.Lock()
	if !w.armed.IsZero() {
		w.disarm()
	}
	w.mu.Unlock()
	w.run()
}

// quiet waits until no actor is awake and none is due, or ctx ends.
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

// rest tells who waits that nothing runs any more. The caller holds the mutex.
func (w *alarms) rest() {
	if len(w.running) == 0 && w.idle != nil {
		close(w.idle)
		w.idle = nil
	}
}

// start begins to wake actors. Until then alarms are only noted.
func (w *alarms) start(fire, done func(context.Context, store.Actor) error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.fire, w.done = fire, done
	w.arm(w.clock.Now())
}

// close wakes nobody any more, and waits for the alarms that run.
func (w *alarms) close() {
	w.stop()
	w.ended.Wait()
}
