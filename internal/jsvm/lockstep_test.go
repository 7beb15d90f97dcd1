package jsvm_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/jsvm/webapi"
)

var lockstepStart = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// stage is two VMs under one clock. Their host functions wait for time and for each other.
type stage struct {
	clock *jsvm.Lockstep
	vms   [2]*jsvm.VM
	trace bytes.Buffer // written by the participant that has the turn
}

const stageScript = `
	globalThis.serve = async (n) => { await new Promise((r) => setTimeout(r, 3 * (n % 4))); return 'served ' + n; };
	globalThis.work = async (n) => {
		note(name + ' begins ' + n);
		const all = await Promise.all([nap(n), ask(n), fetch('https://x.example/' + n).then((r) => r.text())]);
		note(name + ' ends ' + n + ': ' + all.join());
		return '';
	};`

func newStage(t *testing.T) *stage {
	t.Helper()
	s := &stage{clock: jsvm.NewLockstep(lockstepStart)}
	for i := range s.vms {
		vm, err := jsvm.New(jsvm.Options{Clock: s.clock, Globals: webapi.All, Transport: napping{s.clock}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(vm.Close)
		s.vms[i] = vm
		other := func(ctx context.Context, n string) (string, error) { return s.vms[1-i].Call(ctx, "serve", n) }
		nap := func(ctx context.Context, n string) (string, error) {
			return "napped", jsvm.Sleep(ctx, s.clock, time.Duration(len(n)*2)*time.Millisecond)
		}
		note := func(text string) (string, error) {
			fmt.Fprintf(&s.trace, "%v %s\n", s.clock.Now().Sub(lockstepStart), text)
			return "", nil
		}
		if err := errors.Join(vm.Bind("ask", other), vm.Bind("nap", nap), vm.BindSync("note", note)); err != nil {
			t.Fatal(err)
		}
		program, err := jsvm.Compile("stage.js", fmt.Sprintf("globalThis.name = 'vm%d';", i)+stageScript)
		if err != nil {
			t.Fatal(err)
		}
		if err := vm.Run(context.Background(), program); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// napping responds to each request after a delay that depends only on the path.
type napping struct{ clock *jsvm.Lockstep }

func (n napping) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := jsvm.Sleep(r.Context(), n.clock, time.Duration(len(r.URL.Path)*7%5)*time.Millisecond); err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(r.URL.Path))}, nil
}

func (s *stage) run(t *testing.T) string {
	t.Helper()
	err := s.clock.Run(context.Background(), func(ctx context.Context) {
		left := 40
		over := make(chan struct{})
		for n := range left {
			jsvm.Go(ctx, s.clock, func(ctx context.Context) {
				if _, err := s.vms[n%2].Call(ctx, "work", fmt.Sprint(n*n)); err != nil {
					fmt.Fprintf(&s.trace, "%v\n", err)
				}
				if left--; left == 0 {
					close(over)
				}
			})
		}
		if err := jsvm.Await(ctx, over); err != nil {
			fmt.Fprintf(&s.trace, "%v\n", err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return s.trace.String()
}

func TestEveryRunHasTheSameOrderOfEvents(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
	first := newStage(t).run(t)
	if lines := strings.Count(first, "\n"); lines != 80 || !strings.Contains(
		first, "ends 1521: napped,served 1521,/1521",
	) {
		t.Fatalf("%d lines:\n%s", lines, first)
	}
	for range 20 {
		if again := newStage(t).run(t); again != first {
			t.Fatalf("another run had this order:\n%s\nthe first:\n%s", again, first)
		}
	}
}

// The loop of a VM releases its turn a moment after it has answered a caller outside of Run.
func TestRunBeginsWhileAVMReleasesItsTurn(t *testing.T) {
	clock := jsvm.NewLockstep(lockstepStart)
	vm, err := jsvm.New(jsvm.Options{Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(vm.Close)
	for n := range 2000 {
		if err := vm.Do(t.Context(), func() error { return nil }); err != nil {
			t.Fatal(err)
		}
		if err := clock.Run(t.Context(), func(context.Context) {}); err != nil {
			t.Fatalf("run %d: %v", n, err)
		}
	}
}

func TestClockStandsStillWhileHostWorkRuns(t *testing.T) {
	clock := jsvm.NewLockstep(lockstepStart)
	clock.AfterFunc(time.Millisecond, func() {})
	err := clock.Run(context.Background(), func(ctx context.Context) {
		over := make(chan struct{})
		jsvm.Go(ctx, clock, func(context.Context) {
			for range 1000 {
				runtime.Gosched() // work that takes a while on this machine
			}
			if now := clock.Now(); !now.Equal(lockstepStart) {
				t.Errorf("the clock shows %v", now)
			}
			close(over)
		})
		if err := jsvm.Await(ctx, over); err != nil {
			t.Error(err)
		}
		if now := clock.Now(); !now.Equal(lockstepStart) {
			t.Errorf("the clock shows %v, but no participant waited for it", now)
		}
		if err := jsvm.Sleep(ctx, clock, time.Hour); err != nil || !clock.Now().Equal(lockstepStart.Add(time.Hour)) {
			t.Errorf("after an hour of sleep the clock shows %v, %v", clock.Now(), err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestSleepEndsWithItsContext(t *testing.T) {
	clock := jsvm.NewLockstep(lockstepStart)
	err := clock.Run(context.Background(), func(ctx context.Context) {
		ctx, cancel := context.WithCancel(ctx)
		jsvm.Go(ctx, clock, func(ctx context.Context) {
			if err := jsvm.Sleep(ctx, clock, time.Second); err != nil {
				t.Error(err)
			}
			cancel()
		})
		if err := jsvm.Sleep(ctx, clock, time.Hour); !errors.Is(err, context.Canceled) {
			t.Errorf("Sleep returned %v", err)
		}
		if passed := clock.Now().Sub(lockstepStart); passed != time.Second {
			t.Errorf("it returned after %v", passed)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAbortedFetchOfAParticipantEndsAtOnce(t *testing.T) {
	s := newStage(t)
	script := `globalThis.leave = async () => {
		const signal = AbortSignal.timeout(1);
		try {
			await fetch('https://x.example/12', { signal });
			return 'answered';
		} catch (e) {
			return e.name + ' ' + Date.now();
		}
	};`
	program, err := jsvm.Compile("leave.js", script)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.vms[0].Run(context.Background(), program); err != nil {
		t.Fatal(err)
	}
	err = s.clock.Run(context.Background(), func(ctx context.Context) {
		got, err := s.vms[0].Call(ctx, "leave")
		if want := fmt.Sprintf("TimeoutError %d", lockstepStart.UnixMilli()+1); err == nil && got != want {
			t.Errorf("got %q, want %q", got, want)
		} else if err != nil {
			t.Error(err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestEndlessCallIsAStandstill(t *testing.T) {
	s := newStage(t)
	program, err := jsvm.Compile("never.js", `globalThis.never = () => new Promise(() => {});`)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.vms[0].Run(context.Background(), program); err != nil {
		t.Fatal(err)
	}
	err = s.clock.Run(context.Background(), func(ctx context.Context) {
		_, _ = s.vms[0].Call(ctx, "never") // ends with the VM
	})
	if !errors.Is(err, jsvm.ErrStandstill) {
		t.Fatalf("Run returned %v", err)
	}
}

func TestMathRandomUsesTheSourceOfTheVM(t *testing.T) {
	random := func() string {
		source := strings.NewReader(strings.Repeat("\x00\xff0123ab", 8))
		vm, err := jsvm.New(jsvm.Options{Clock: jsvm.NewLockstep(lockstepStart), Random: source})
		if err != nil {
			t.Fatal(err)
		}
		defer vm.Close()
		program, err := jsvm.Compile("random.js", "globalThis.random = () => [Math.random(), Math.random()].join();")
		if err != nil {
			t.Fatal(err)
		}
		if err := vm.Run(context.Background(), program); err != nil {
			t.Fatal(err)
		}
		text, err := vm.Call(context.Background(), "random")
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	var a, b float64
	if _, err := fmt.Sscanf(strings.Replace(random(), ",", " ", 1), "%g %g", &a, &b); err != nil || a < 0 || a >= 1 ||
		b < 0 || b >= 1 {
		t.Errorf("got %v and %v, %v", a, b, err)
	}
	if first, second := random(), random(); first != second {
		t.Errorf("the same source returned %s and %s", first, second)
	}
}
