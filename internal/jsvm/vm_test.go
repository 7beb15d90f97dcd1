package jsvm

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dop251/goja"
)

var epoch = time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)

// timerGlobals are the web APIs that the tests of the loop need. This package cannot import webapi.
var timerGlobals = []Global{{Names: []string{"setTimeout", "setInterval", "clearTimeout"}, Install: func(
	vm *VM,
) ([]goja.Value, error) {
	set := func(repeats bool) func(goja.FunctionCall) goja.Value {
		return func(call goja.FunctionCall) goja.Value {
			callback, _ := goja.AssertFunction(call.Argument(0))
			delay := time.Duration(call.Argument(1).ToFloat() * float64(time.Millisecond))
			return vm.runtime.ToValue(vm.StartTimer(delay, repeats, func() error {
				_, err := callback(goja.Undefined())
				return err
			}))
		}
	}
	stop := func(call goja.FunctionCall) goja.Value {
		vm.StopTimer(int32(call.Argument(0).ToInteger()))
		return goja.Undefined()
	}
	return []goja.Value{
		vm.Function("setTimeout", 2, set(false)), vm.Function("setInterval", 2, set(true)),
		vm.Function("clearTimeout", 1, stop),
	}, nil
}}}

// testVM is a VM in virtual time that records what code passes to log().
type testVM struct {
	*VM
	clock  *VirtualClock
	mu     sync.Mutex
	lines  []string
	faults []string
}

func newTestVM(t *testing.T, change func(*Options)) *testVM {
	t.Helper()
	w := &testVM{clock: NewVirtualClock(epoch)}
	o := Options{
		Clock: w.clock, Globals: timerGlobals,
		Uncaught: func(e *Exception) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.faults = append(w.faults, fmt.Sprintf("%v %v", e.Rejection, e))
		},
	}
	if change != nil {
		change(&o)
	}
	vm, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(vm.Close)
	w.VM = vm
	err = vm.BindSync("log", func(line string) (string, error) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.lines = append(w.lines, line)
		return "", nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *testVM) script(t *testing.T, source string) {
	t.Helper()
	program, err := Compile("test.js", source)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Run(context.Background(), program); err != nil {
		t.Fatal(err)
	}
}

func (w *testVM) logged() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.Join(w.lines, " ")
}

func TestTimersFireByDeadlineThenInCreationOrder(t *testing.T) {
	w := newTestVM(t, nil)
	w.script(t, `
		for (const [name, delay] of [['e', 5], ['d', 5], ['c', 1], ['a', 0], ['b', 0]]) setTimeout(() => log(name), delay);
		const gone = setTimeout(() => log('gone'), 1);
		clearTimeout(gone);
		let n = 0;
		const every = setInterval(() => { log('i' + ++n); if (n === 2) clearTimeout(every); }, 2);
		Promise.resolve().then(() => log('micro'));
		log('sync');`)
	w.clock.Advance(time.Minute)
	if got, want := w.logged(), "sync micro a b c i1 i2 e d"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestTimersOfASlowTurnFireInTheOrderOfTheirDelays(t *testing.T) {
	w := newTestVM(t, func(o *Options) { o.Clock = SystemClock(time.Now) })
	w.script(t, `globalThis.f = () => new Promise((resolve) => {
		setTimeout(() => { log('second'); resolve(''); }, 5);
		for (const start = Date.now(); Date.now() < start + 20;);
		setTimeout(() => log('first'), 0);
	});`)
	if _, err := w.Call(context.Background(), "f"); err != nil {
		t.Fatal(err)
	}
	if got := w.logged(); got != "first second" {
		t.Errorf("got %s", got)
	}
}

func TestTimerSetByATimerWaitsItsFullDelay(t *testing.T) {
	w := newTestVM(t, nil)
	w.script(t, `
		const start = Date.now();
		const step = (n) => setTimeout(() => { log(String(Date.now() - start)); if (n > 1) step(n - 1); }, 1000);
		step(3);`)
	w.clock.Advance(10 * time.Second)
	if got := w.logged(); got != "1000 2000 3000" {
		t.Errorf("got %s", got)
	}
}

func TestMicrotasksOfOneTimerRunBeforeTheNextTimer(t *testing.T) {
	w := newTestVM(t, nil)
	w.script(t, `
		setTimeout(() => { log('1'); Promise.resolve().then(() => log('1m')); }, 5);
		setTimeout(() => { log('2'); }, 5);`)
	w.clock.Advance(time.Second)
	if got := w.logged(); got != "1 1m 2" {
		t.Errorf("got %s", got)
	}
}

func TestRejectionHandledInTheSameTurnIsNotReported(t *testing.T) {
	w := newTestVM(t, nil)
	w.script(t, `
		const handled = Promise.reject(new Error('handled'));
		Promise.resolve().then(() => handled.catch(() => {}));
		Promise.reject(new TypeError('unhandled'));
		setTimeout(() => { throw new RangeError('timer'); }, 1);`)
	w.clock.Advance(time.Second)
	if got := strings.Join(w.faults, "; "); got != "true TypeError: unhandled; false RangeError: timer" {
		t.Errorf("reported: %s", got)
	}
}

func TestManyCallsInterleaveOnOneVM(t *testing.T) {
	w := newTestVM(t, nil)
	gate := make(chan bool)
	var waiting sync.WaitGroup
	const calls = 50
	waiting.Add(calls)
	if err := w.Bind("wait", func(_ context.Context, arg string) (string, error) {
		waiting.Done()
		<-gate
		return arg + "!", nil
	}); err != nil {
		t.Fatal(err)
	}
	w.script(t, `globalThis.work = async (name) => (await wait(name)) + '?';`)
	var done sync.WaitGroup
	for i := range calls {
		done.Go(func() {
			got, err := w.Call(context.Background(), "work", fmt.Sprint(i))
			if err != nil || got != fmt.Sprintf("%d!?", i) {
				t.Errorf("call %d returned %q, %v", i, got, err)
			}
		})
	}
	waiting.Wait() // all are in flight at once
	close(gate)
	done.Wait()
}

func TestErrorOfAHostFunctionRejectsOrThrows(t *testing.T) {
	w := newTestVM(t, nil)
	fail := errors.New("no such key")
	if err := w.Bind("later", func(context.Context, string) (string, error) { return "", fail }); err != nil {
		t.Fatal(err)
	}
	if err := w.BindSync("now", func(string) (string, error) { return "", fail }); err != nil {
		t.Fatal(err)
	}
	w.script(t, `globalThis.f = async () => {
		const seen = [];
		try { now('x'); } catch (e) { seen.push(e instanceof Error, e.message); }
		try { await later('x'); } catch (e) { seen.push(e instanceof Error, e.message); }
		return seen.join();
	}`)
	got, err := w.Call(context.Background(), "f")
	if err != nil || got != "true,no such key,true,no such key" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestUncaughtThrowOfACallIsAnException(t *testing.T) {
	w := newTestVM(t, nil)
	w.script(t, `
		globalThis.sync = () => { throw new TypeError('bad'); };
		globalThis.later = async () => { await null; throw new TypeError('bad'); };
		globalThis.text = () => { throw 'just text'; };
		globalThis.odd = () => { throw { get stack() { throw 1; }, toString() { throw 2; } }; };`)
	for name, want := range map[string]string{
		"sync": "TypeError: bad", "later": "TypeError: bad", "text": "just text", "odd": "a value that cannot be shown",
	} {
		_, err := w.Call(context.Background(), name)
		var e *Exception
		if !errors.As(err, &e) || e.Error() != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		} else if e.Name != "" && !strings.Contains(e.Stack, "test.js:") {
			t.Errorf("%s: the stack has no position: %q", name, e.Stack)
		}
	}
	if _, err := w.Call(context.Background(), "nothing"); err == nil || !strings.Contains(
		err.Error(), "no function nothing",
	) {
		t.Errorf("a missing function: %v", err)
	}
}

func TestCancellingACallCancelsItsHostFunctions(t *testing.T) {
	w := newTestVM(t, nil)
	type key struct{}
	started, ended, armed := make(chan any), make(chan error), make(chan bool)
	if err := w.BindSync("armed", func(string) (string, error) { close(armed); return "", nil }); err != nil {
		t.Fatal(err)
	}
	if err := w.Bind("slow", func(ctx context.Context, _ string) (string, error) {
		started <- ctx.Value(key{})
		<-ctx.Done()
		ended <- ctx.Err()
		return "", ctx.Err()
	}); err != nil {
		t.Fatal(err)
	}
	w.script(t,
		`globalThis.f = async () => {
			await null;
			await new Promise((done) => { setTimeout(done, 5); armed(''); });
			return slow('');
		};
		globalThis.g = () => 'still here';`)
	ctx, leave := context.WithCancel(context.WithValue(context.Background(), key{}, "mine"))
	result := make(chan error)
	go func() { _, err := w.Call(ctx, "f"); result <- err }()
	<-armed
	go w.clock.Advance(time.Second) // it settles when slow runs
	if value := <-started; value != "mine" {
		t.Errorf("the host function got the context of another call: %v", value)
	}
	leave()
	if err := <-result; !errors.Is(err, context.Canceled) {
		t.Errorf("the call returned %v", err)
	}
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the host function's context: %v", err)
	}
	if got, err := w.Call(context.Background(), "g"); err != nil || got != "still here" {
		t.Errorf("another call returned %q, %v", got, err)
	}
}

func TestFinishedCallsAreGarbageCollected(t *testing.T) {
	w := newTestVM(t, nil)
	w.script(t, `globalThis.f = async () => { await null; return ''; };`)
	type key struct{}
	var freed atomic.Int32
	const calls = 100
	for range calls {
		value := new([1 << 10]byte)
		runtime.AddCleanup(value, func(int) { freed.Add(1) }, 0)
		if _, err := w.Call(context.WithValue(context.Background(), key{}, value), "f"); err != nil {
			t.Fatal(err)
		}
	}
	for range 50 {
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	if n := freed.Load(); n < calls-5 { // the engine's registers may still hold the newest
		t.Errorf("of %d finished calls %d were collected", calls, n)
	}
}

func TestRecursionOfSomeThousandCallsWorks(t *testing.T) {
	w := newTestVM(t, nil)
	w.script(t, `globalThis.f = () => { const sum = (n) => (n === 0 ? 0 : n + sum(n - 1)); return String(sum(4500)); };`)
	if got, err := w.Call(context.Background(), "f"); err != nil || got != "10127250" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestCloseFailsCallsInFlightAndEndsTheLoop(t *testing.T) {
	w := newTestVM(t, nil)
	w.script(t, `globalThis.f = () => new Promise(() => {});`)
	result := make(chan error)
	go func() { _, err := w.Call(context.Background(), "f"); result <- err }()
	for { // wait until the call is in flight
		w.VM.mu.Lock()
		n := len(w.calls)
		w.VM.mu.Unlock()
		if n > 0 {
			break
		}
		runtime.Gosched()
	}
	w.Close()
	if err := <-result; !errors.Is(err, errClosed) {
		t.Errorf("got %v", err)
	}
	if _, err := w.Call(context.Background(), "f"); !errors.Is(err, errClosed) {
		t.Errorf("a call after Close returned %v", err)
	}
	<-w.stopped
}

func TestOneProgramRunsInManyVMsAtOnce(t *testing.T) {
	program, err := Compile("shared.js", `
		class Counter { #n = 0; add() { return ++this.#n; } }
		const counter = new Counter();
		globalThis.f = (text) => text.replace(/(?<=a)\p{L}+/u, (m) => m.toUpperCase()) + counter.add();`)
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			vm, err := New(Options{Clock: NewVirtualClock(epoch)})
			if err != nil {
				t.Error(err)
				return
			}
			defer vm.Close()
			if err := vm.Run(context.Background(), program); err != nil {
				t.Error(err)
			}
			for i := range 20 {
				if got, err := vm.Call(context.Background(), "f", "xabc"); err != nil || got != fmt.Sprintf("xaBC%d", i+1) {
					t.Errorf("got %q, %v", got, err)
				}
			}
		})
	}
	all.Wait()
}

func TestCompileErrorNamesTheScript(t *testing.T) {
	for _, source := range []string{`const = 1`, `/\p{Nonsense}/u.test('x')`, `return 5`} {
		if _, err := Compile("worker.js", source); err == nil || !strings.Contains(err.Error(), "worker.js") {
			t.Errorf("%s: %v", source, err)
		}
	}
}

func TestMissingOptionsAreNamed(t *testing.T) {
	w := newTestVM(t, nil)
	if _, err := w.Fetch(context.Background(), &Request{Method: "GET", URL: "http://x/"}); err == nil || !strings.Contains(
		err.Error(), "webapi.All",
	) {
		t.Errorf("got %v", err)
	}
	if _, err := New(Options{}); err == nil || !strings.Contains(err.Error(), "clock") {
		t.Errorf("a VM without a clock: %v", err)
	}
}
