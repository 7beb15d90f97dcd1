package host

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/store"
)

var alarmEpoch = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// alarmBench is alarms over a clock that is moved by hand. What an alarm does is one of the actions of its
// actor, in order; without one it ends well.
type alarmBench struct {
	*testing.T
	*alarms
	virtual *jsvm.VirtualClock
	mu      sync.Mutex
	actions map[string][]func() error
	fired   []string
}

func newAlarmBench(t *testing.T) *alarmBench {
	clock := jsvm.NewVirtualClock(alarmEpoch)
	b := &alarmBench{T: t, alarms: newAlarms(clock), virtual: clock, actions: map[string][]func() error{}}
	t.Cleanup(b.close)
	return b
}

func (b *alarmBench) begin() *alarmBench {
	b.start(func(_ context.Context, a store.Actor) error {
		b.mu.Lock()
		b.fired = append(b.fired, fmt.Sprintf("%s@%v", a.Name, b.virtual.Now().Sub(alarmEpoch)))
		var action func() error
		if list := b.actions[a.Name]; len(list) > 0 {
			action, b.actions[a.Name] = list[0], list[1:]
		}
		b.mu.Unlock()
		if action == nil {
			return nil
		}
		return action()
	}, func(_ context.Context, a store.Actor) error {
		if b.settled(a) {
			b.set(a, nil)
		}
		return nil
	})
	return b
}

func (b *alarmBench) at(name string, after time.Duration) {
	at := alarmEpoch.Add(after).UnixMilli()
	b.set(named(name), &at)
}

func named(name string) store.Actor { return store.Actor{Class: "A", Name: name} }

// pass lets time pass, second by second, and waits for what it wakes.
func (b *alarmBench) pass(d time.Duration) {
	b.virtual.Advance(0)
	b.rest()
	for range d / time.Second {
		b.virtual.Advance(time.Second)
		b.rest()
	}
}

// rest waits until no alarm runs but those that block.
func (b *alarmBench) rest() {
	for busy := true; busy; {
		b.alarms.mu.Lock()
		busy = len(b.running) > 0
		b.alarms.mu.Unlock()
		time.Sleep(50 * time.Microsecond)
	}
}

func (b *alarmBench) want(fired ...string) {
	b.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if !slices.Equal(b.fired, fired) {
		b.Errorf("fired %q, want %q", b.fired, fired)
	}
}

func TestAnAlarmFiresOnceWhenItIsDue(t *testing.T) {
	b := newAlarmBench(t).begin()
	b.at("late", 30*time.Second)
	b.at("soon", 10*time.Second)
	b.at("cleared", 20*time.Second)
	b.set(named("cleared"), nil)
	b.pass(60 * time.Second)
	b.want("soon@10s", "late@30s")
}

func TestOverdueAlarmsFireAtTheStart(t *testing.T) {
	b := newAlarmBench(t)
	b.reset([]store.Alarm{{Actor: named("old"), At: alarmEpoch.Add(-time.Hour).UnixMilli()}, {
		Actor: named("new"), At: alarmEpoch.Add(2 * time.Second).UnixMilli(),
	}})
	b.begin().pass(3 * time.Second)
	b.want("old@0s", "new@2s")
}

func TestAFailedAlarmIsRetriedWithBackoff(t *testing.T) {
	b := newAlarmBench(t).begin()
	for range 3 {
		b.actions["bad"] = append(b.actions["bad"], func() error { return errors.New("no") })
	}
	b.at("bad", time.Second)
	b.at("good", 4*time.Second)
	b.pass(30 * time.Second)
	b.want("bad@1s", "bad@3s", "good@4s", "bad@7s", "bad@15s")
	if len(b.failed) != 0 {
		t.Error("a success does not end the pauses")
	}
}

func TestTheBackoffOfAlarmsIsCapped(t *testing.T) {
	b := newAlarmBench(t).begin()
	for range 14 {
		b.actions["bad"] = append(b.actions["bad"], func() error { return errors.New("no") })
	}
	b.at("bad", time.Second)
	for range 720 {
		b.virtual.Advance(10 * time.Second) // two hours
		b.rest()
	}
	last := len(b.fired) - 1
	var from, to time.Duration
	from, _ = time.ParseDuration(b.fired[last-1][len("bad@"):])
	to, _ = time.ParseDuration(b.fired[last][len("bad@"):])
	if len(b.fired) != 15 || to-from != alarmRetryCap {
		t.Errorf("fired %q", b.fired)
	}
}

func TestAnAlarmThatIsSetAgainWhileItRunsIsKept(t *testing.T) {
	b := newAlarmBench(t).begin()
	b.actions["again"] = []func() error{func() error { b.at("again", 5*time.Second); return nil }}
	b.at("again", time.Second)
	b.pass(20 * time.Second)
	b.want("again@1s", "again@5s")
}

func TestARollbackRestoresAlarms(t *testing.T) {
	b := newAlarmBench(t).begin()
	b.actions["undone"] = []func() error{func() error {
		b.alarms.begin()
		b.at("undone", 5*time.Second)
		b.rollback([]store.Alarm{{Actor: named("undone"), At: alarmEpoch.Add(time.Second).UnixMilli()}})
		return nil
	}}
	b.actions["kept"] = []func() error{func() error {
		b.alarms.begin()
		b.at("kept", 6*time.Second)
		b.commit()
		return nil
	}}
	b.at("undone", time.Second)
	b.pass(2 * time.Second)
	b.at("kept", 3*time.Second)
	b.pass(20 * time.Second)
	b.want("undone@1s", "kept@3s", "kept@6s")
}

func TestAnActorHasOneRunningAlarm(t *testing.T) {
	b := newAlarmBench(t).begin()
	entered, leave := make(chan bool), make(chan bool)
	b.actions["slow"] = []func() error{func() error { entered <- true; <-leave; return nil }}
	b.at("slow", time.Second)
	b.virtual.Advance(time.Second)
	<-entered
	b.at("slow", 2*time.Second) // due while it runs
	b.virtual.Advance(5 * time.Second)
	b.want("slow@1s")
	close(leave)
	b.rest()
	b.virtual.Advance(0)
	b.rest()
	b.want("slow@1s", "slow@6s")
}

func TestLongAlarmsDoNotDelayOthers(t *testing.T) {
	b := newAlarmBench(t).begin()
	entered, leave := make(chan bool), make(chan bool)
	for i := range maxAlarms {
		name := fmt.Sprintf("long%02d", i)
		b.actions[name] = []func() error{func() error { entered <- true; <-leave; return nil }}
		b.at(name, time.Second)
	}
	b.at("short", time.Second)
	b.virtual.Advance(time.Second)
	for range maxAlarms {
		<-entered
	}
	b.virtual.Advance(shortAlarm)
	fired := func() bool {
		b.mu.Lock()
		defer b.mu.Unlock()
		return slices.Contains(b.fired, "short@2s")
	}
	for end := time.Now().Add(time.Minute); !fired() && time.Now().Before(end); {
		b.virtual.Advance(0)
		time.Sleep(time.Millisecond)
	}
	if !fired() {
		t.Error("the alarm behind those that take long has not fired")
	}
	close(leave)
	b.rest()
}

func TestConcurrentAlarmsAreLimited(t *testing.T) {
	b := newAlarmBench(t).begin()
	most := 0
	for i := range 5 * maxAlarms {
		name := fmt.Sprint(i)
		b.actions[name] = []func() error{func() error {
			b.alarms.mu.Lock()
			defer b.alarms.mu.Unlock()
			most = max(most, b.short())
			return nil
		}}
		b.at(name, time.Second)
	}
	for range 1000 {
		b.virtual.Advance(time.Second)
		b.rest()
		if len(b.fired) == 5*maxAlarms {
			break
		}
	}
	if len(b.fired) != 5*maxAlarms || most > maxAlarms {
		t.Errorf("%d fired, up to %d at once", len(b.fired), most)
	}
}
