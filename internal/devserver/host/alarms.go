package host

import (
	"context"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/store"
)

// alarms wakes actors: each at the time that it has set, at least once, and never twice at the same time. Its table
// equals that of the store: set and reset keep it so.
type alarms struct {
	clock jsvm.Clock
	// fire runs the alarm of an actor. done is called after a success: it removes the alarm unless the actor has set it
	// again.
	fire func(ctx context.Context, a store.Actor) error
	done func(ctx context.Context, a store.Actor) error

	mu      sync.Mutex            // guards what follows
	at      map[store.Actor]int64 // Unix milliseconds
	running map[store.Actor]*firing
	failed  map[store.Actor]failedAlarm
	// marks hold, for each open transaction, which of the running alarms had been set again before it.
	marks []map[store.Actor]bool
	// crowded reports that an alarm was due while too many ran.
	crowded bool
	// armed is when the clock calls run; zero for never.
	armed  time.Time
	disarm func()
	// idle is closed when no alarm runs; nil while no caller waits for it.
	idle  chan struct{}
	ctx   context.Context
	stop  context.CancelFunc
	ended sync.WaitGroup
}

// firing is an alarm that runs.
type firing struct {
	// setAgain reports that the actor has set, or cleared, its alarm meanwhile.
	setAgain bool
	// long reports that it has run for longer than shortAlarm. settle stops the timer for that.
	long   bool
	settle func()
}

// failedAlarm records how often an alarm has failed, and when it may run again.
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

// start begins to wake actors. Until then alarms are only recorded.
func (w *alarms) start(fire, done func(context.Context, store.Actor) error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.fire, w.done = fire, done
	w.arm(w.clock.Now())
}

// started reports whether actors are woken.
func (w *alarms) started() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.fire != nil
}

// close wakes no more actors, and waits for the alarms that run.
func (w *alarms) close() {
	w.stop()
	w.ended.Wait()
}

// set records the alarm of an actor; nil for none.
func (w *alarms) set(a store.Actor, at *int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if f := w.running[a]; f != nil {
		f.setAgain = true
	}
	if at == nil {
		delete(w.at, a)
		delete(w.failed, a)
		return
	}
	w.at[a] = *at
	w.wake(a)
}

// reset replaces the alarms of all actors.
func (w *alarms) reset(all []store.Alarm) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.marks = nil
	w.replace(all)
}

// replace is reset for a caller that holds the mutex.
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
		mark[a] = f.setAgain
	}
	w.marks = append(w.marks, mark)
}

func (w *alarms) commit() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.marks = w.marks[:len(w.marks)-1]
}

// rollback undoes the changes since begin. The list has all alarms of the store.
func (w *alarms) rollback(all []store.Alarm) {
	w.mu.Lock()
	defer w.mu.Unlock()
	mark := w.marks[len(w.marks)-1]
	w.marks = w.marks[:len(w.marks)-1]
	for a, f := range w.running {
		f.setAgain = mark[a]
	}
	w.replace(all)
}

// settled reports whether a running alarm may be removed: its actor has not set it again.
func (w *alarms) settled(a store.Actor) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	f := w.running[a]
	return f != nil && !f.setAgain
}
