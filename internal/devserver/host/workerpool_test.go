package host

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/jsvm"
)

// fakeVM is a bare VM.
type fakeVM struct {
	number  int
	vm      *jsvm.VM
	settled chan struct{}
}

func (f *fakeVM) Err() error { return f.vm.Err() }

func (f *fakeVM) Done() <-chan struct{} { return f.vm.Done() }

func (f *fakeVM) fetch(ctx context.Context, r *jsvm.Request, to *responder) error {
	return f.vm.FetchTo(ctx, r, to)
}

func (f *fakeVM) settle(ctx context.Context) {
	select {
	case <-f.settled:
	case <-f.vm.Done():
	case <-ctx.Done():
	}
}

func (f *fakeVM) close() { f.vm.Close() }

// poolBench is a slot over a clock that is moved by hand.
type poolBench struct {
	*testing.T
	*workerPool
	clock  *jsvm.VirtualClock
	mu     sync.Mutex
	made   []*fakeVM
	deaths []error
	fail   error
}

func newPoolBench(t *testing.T) *poolBench {
	b := &poolBench{T: t, clock: jsvm.NewVirtualClock(alarmEpoch)}
	b.workerPool = newWorkerPool(b.clock, func(err error) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.deaths = append(b.deaths, err)
	}, b.makeOne)
	t.Cleanup(func() {
		now, cancel := context.WithCancel(context.Background())
		cancel()
		b.stop(now)
	})
	return b
}

func (b *poolBench) makeOne(context.Context) (pooledVM, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.fail != nil {
		return nil, b.fail
	}
	vm, err := jsvm.New(jsvm.Options{Clock: jsvm.SystemClock(time.Now)})
	if err != nil {
		return nil, err
	}
	i := &fakeVM{number: len(b.made), vm: vm, settled: make(chan struct{})}
	b.made = append(b.made, i)
	return i, nil
}

func (b *poolBench) get() *instance {
	b.Helper()
	g, err := b.acquire(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	return g
}

func number(g *instance) int { return g.pooledVM.(*fakeVM).number }

// soon waits until a condition holds.
func soon(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never: %s", what)
		}
	}
}

func ended(i *fakeVM) func() bool { return func() bool { return i.vm.Err() != nil } }

func TestConcurrentAcquiresShareOneStart(t *testing.T) {
	b := newPoolBench(t)
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() { b.get().release() })
	}
	all.Wait()
	if len(b.made) != 1 {
		t.Errorf("%d VMs", len(b.made))
	}
}

func TestADeadVMIsReplacedImmediately(t *testing.T) {
	b := newPoolBench(t)
	g := b.get()
	death := errors.New("poison")
	g.pooledVM.(*fakeVM).vm.End(death)
	soon(t, "a second VM", func() bool { b.mu.Lock(); defer b.mu.Unlock(); return len(b.made) == 2 && len(b.deaths) == 1 })
	if !errors.Is(b.deaths[0], death) {
		t.Errorf("deaths %v", b.deaths)
	}
	next := b.get()
	if number(next) != 1 {
		t.Errorf("VM %d answers", number(next))
	}
	g.release()
	next.release()
}

// count returns how many VMs were made, and how many have died.
func (b *poolBench) count() (made, deaths int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.made), len(b.deaths)
}

// kill ends the newest VM and waits until the pool knows it.
func (b *poolBench) kill() {
	b.Helper()
	b.mu.Lock()
	newest, died := b.made[len(b.made)-1], len(b.deaths)
	b.mu.Unlock()
	newest.vm.End(errors.New("crash"))
	soon(b.T, "the death of a VM", func() bool { _, deaths := b.count(); return deaths == died+1 })
}

func TestAVMThatKeepsDyingIsRestartedWithGrowingPauses(t *testing.T) {
	b := newPoolBench(t)
	b.get().release()
	b.kill() // the first death is followed by a start at once
	b.get().release()
	for _, pause := range []time.Duration{restartBase, 2 * restartBase, 4 * restartBase} {
		before, _ := b.count()
		b.kill()
		b.clock.Advance(pause - time.Millisecond)
		if made, _ := b.count(); made != before {
			t.Fatalf("it was restarted before %s", pause)
		}
		b.clock.Advance(time.Millisecond)
		b.get().release()
		if made, _ := b.count(); made != before+1 {
			t.Fatalf("%d VMs after %s, before %d", made, pause, before)
		}
	}
	b.clock.Advance(steadyLife)
	b.kill() // it has worked meanwhile
	b.get().release()
}

// pause makes the pool wait before it starts the next VM.
func (b *poolBench) pause() {
	b.Helper()
	for range 2 {
		b.get().release()
		b.kill()
	}
}

func TestAPauseEndsWithARequestAReplacementOrTheEnd(t *testing.T) {
	for _, c := range []struct {
		name string
		end  func(b *poolBench)
		made int
		then error
	}{
		{"request", func(b *poolBench) { b.get().release() }, 3, nil},
		{"replacement", func(b *poolBench) { _ = b.replace(context.Background(), b.makeOne) }, 3, nil},
		{"end", func(b *poolBench) { b.stop(context.Background()) }, 2, ErrStopped},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newPoolBench(t)
			b.pause()
			c.end(b)
			b.clock.Advance(restartCap)
			if _, err := b.acquire(context.Background()); !errors.Is(err, c.then) {
				t.Errorf("a request after it: %v", err)
			}
			if made, _ := b.count(); made != c.made {
				t.Errorf("%d VMs, expected %d", made, c.made)
			}
		})
	}
}

func TestAFailedStartIsRetriedByTheNextAcquire(t *testing.T) {
	b := newPoolBench(t)
	b.fail = errors.New("no")
	if _, err := b.acquire(context.Background()); !errors.Is(err, b.fail) {
		t.Errorf("got %v", err)
	}
	b.fail = nil
	b.get().release()
}

func TestAWorkerWithoutCodeRefusesUntilItHasSome(t *testing.T) {
	b := newPoolBench(t)
	b.start = nil
	for range 2 {
		if _, err := b.acquire(context.Background()); !errors.Is(err, errNoCode) {
			t.Errorf("got %v", err)
		}
	}
	b.prepare(b.makeOne)
	b.get().release()
}

func TestReplaceSendsOnlyNewUsersToTheNewVM(t *testing.T) {
	b := newPoolBench(t)
	old := b.get()
	if err := b.replace(context.Background(), b.makeOne); err != nil {
		t.Fatal(err)
	}
	g := b.get()
	if number(g) != 1 || old.Err() != nil || old.ctx.Err() != nil {
		t.Errorf("VM %d answers; the old one: %v %v", number(g), old.Err(), old.ctx.Err())
	}
	g.release()
	old.release()
	if ended(b.made[0])() {
		t.Error("what requests have left behind is cut off")
	}
	close(b.made[0].settled)
	soon(t, "the end of the old VM", ended(b.made[0]))
}

func TestUsersOfAReplacedVMHaveTwentySecondsToLeave(t *testing.T) {
	b := newPoolBench(t)
	old := b.get()
	if err := b.replace(context.Background(), b.makeOne); err != nil {
		t.Fatal(err)
	}
	soon(t, "the timer of the drain", func() bool { b.clock.Advance(0); return true })
	for old.ctx.Err() == nil {
		b.clock.Advance(5 * time.Second)
		time.Sleep(time.Millisecond)
	}
	if got := b.clock.Now().Sub(alarmEpoch); got < drainLimit {
		t.Errorf("they had to leave after %v", got)
	}
	if !errors.Is(context.Cause(old.ctx), errReplaced) || old.Err() != nil {
		t.Errorf("%v, %v", context.Cause(old.ctx), old.Err())
	}
	old.release()
	for !ended(b.made[0])() { // its promises never settle
		b.clock.Advance(5 * time.Second)
		time.Sleep(time.Millisecond)
	}
}

func TestAFailedReplaceKeepsTheVM(t *testing.T) {
	b := newPoolBench(t)
	b.get().release()
	broken := errors.New("broken")
	if err := b.replace(context.Background(), func(
		context.Context,
	) (pooledVM, error) {
		return nil, broken
	}); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	g := b.get()
	defer g.release()
	if number(g) != 0 {
		t.Errorf("VM %d answers", number(g))
	}
}

func TestExchangeStartsTheVMAfterItsPredecessorHasEnded(t *testing.T) {
	b := newPoolBench(t)
	old := b.get()
	var alone bool
	done := make(chan error)
	go func() {
		done <- b.exchange(context.Background(), time.Second, func(ctx context.Context) (pooledVM, error) {
			alone = ended(b.made[0])()
			return b.makeOne(ctx)
		})
	}()
	soon(t, "that the user has to leave", func() bool { b.clock.Advance(time.Second); return old.ctx.Err() != nil })
	if err := <-done; err != nil || !alone {
		t.Errorf("alone %v, %v", alone, err)
	}
	old.release()
	g := b.get()
	defer g.release()
	if number(g) != 1 {
		t.Errorf("VM %d answers", number(g))
	}
}

func TestStopWaitsForUsers(t *testing.T) {
	b := newPoolBench(t)
	g := b.get()
	close(b.made[0].settled)
	stopped := make(chan bool)
	go func() { b.stop(context.Background()); close(stopped) }()
	soon(t, "the refusal", func() bool {
		g, err := b.acquire(context.Background())
		if err == nil {
			g.release()
		}
		return errors.Is(err, ErrStopped)
	})
	select {
	case <-stopped:
		t.Error("it did not wait")
	default:
	}
	g.release()
	<-stopped
	if !ended(b.made[0])() {
		t.Error("the VM still runs")
	}
}

func TestStopDoesNotWaitLongerForReplacedVMs(t *testing.T) {
	b := newPoolBench(t)
	g := b.get()
	defer g.release()
	if err := b.replace(context.Background(), b.makeOne); err != nil {
		t.Fatal(err)
	}
	now, cancel := context.WithCancel(context.Background())
	cancel()
	b.stop(now) // the clock stands: nothing else would end it
	if !ended(b.made[0])() || !errors.Is(context.Cause(g.ctx), ErrStopped) {
		t.Error("the VM that was replaced runs on")
	}
}

func TestReplacesUnderLoadServeEveryUser(t *testing.T) {
	b := newPoolBench(t)
	b.get().release()
	var users sync.WaitGroup
	quit := make(chan struct{})
	for range 4 {
		users.Go(func() {
			for {
				select {
				case <-quit:
					return
				default:
				}
				g := b.get()
				if g.ctx.Err() != nil {
					t.Error("a user was sent away")
				}
				g.release()
			}
		})
	}
	for i := range 20 {
		if err := b.replace(context.Background(), b.makeOne); err != nil {
			t.Error(err)
		}
		close(b.made[i].settled)
	}
	close(quit)
	users.Wait()
	for i := range len(b.made) - 1 {
		soon(t, fmt.Sprintf("the end of VM %d", i), func() bool { return ended(b.made[i])() || i == len(b.made)-1 })
	}
}
