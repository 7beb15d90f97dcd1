package jsvm

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/dlclark/regexp2/v2"
)

// poisonings are ways in which code ends its VM.
var poisonings = map[string]string{
	"a loop":                     `globalThis.bad = () => { for (;;) {} };`,
	"a loop that catches":        `globalThis.bad = () => { for (;;) { try { throw 1; } catch {} finally {} } };`,
	"a loop after an await":      `globalThis.bad = async () => { await null; for (;;) {} };`,
	"endless microtasks":         `globalThis.bad = () => { const f = () => Promise.resolve().then(f); return f(); };`,
	"a recursion":                `globalThis.bad = () => { const f = () => f(); return f(); };`,
	"a caught recursion":         `globalThis.bad = () => { try { return bad(); } catch { return 1; } };`,
	"a recursion after an await": `globalThis.bad = async () => { await null; const f = () => f(); return f(); };`,
	"an endless getter":          `globalThis.bad = () => ({ get x() { return this.x; } }).x;`,
}

func TestPoisonedVMFailsAllCalls(t *testing.T) {
	for name, source := range poisonings {
		t.Run(name, func(t *testing.T) {
			w := newTestVM(t, func(o *Options) { o.TurnLimit = 100 * time.Millisecond })
			started := make(chan bool)
			if err := w.Bind("never", func(ctx context.Context, _ string) (string, error) {
				close(started)
				<-ctx.Done()
				return "", ctx.Err()
			}); err != nil {
				t.Fatal(err)
			}
			w.script(t, source+`globalThis.good = () => never('');`)
			innocent := make(chan error)
			go func() { _, err := w.Call(context.Background(), "good"); innocent <- err }()
			<-started
			_, err := w.Call(context.Background(), "bad")
			for _, err := range []error{err, <-innocent} {
				var poisoned *PoisonedError
				if !errors.As(err, &poisoned) {
					t.Errorf("got %v, want a PoisonedError", err)
				}
			}
			var poisoned *PoisonedError
			if _, err := w.Call(context.Background(), "good"); !errors.As(err, &poisoned) {
				t.Errorf("the VM accepts calls: %v", err)
			}
		})
	}
}

func TestSlowMatchNeverCountsAsNoMatch(t *testing.T) {
	newTestVM(t, nil) // the first VM of a process sets the limit of matches
	before := regexp2.DefaultMatchTimeout
	t.Cleanup(func() { regexp2.DefaultMatchTimeout = before })
	// If this process gets no processor for so long, the match ends before the turn is interrupted, which the limits of
	// the product exclude. Then the test is tried again with a higher limit.
	for limit := 600 * time.Millisecond; !interruptsMatch(t, limit); limit *= 2 {
		if limit > MaxTurnLimit {
			t.Fatalf("a match of %s is not interrupted", limit)
		}
	}
}

// interruptsMatch reports whether a match with a limit is interrupted before. If so, no code may follow it.
func interruptsMatch(t *testing.T, limit time.Duration) bool {
	t.Helper()
	regexp2.DefaultMatchTimeout = limit
	w := newTestVM(t, func(o *Options) {
		o.TurnLimit, o.ProcessorTime = 100*time.Millisecond, func() time.Duration { return 0 }
	})
	w.script(
		t,
		`globalThis.redact = () => {
			const secret = 'a'.repeat(40) + 'b';
			log(secret.replace(/^(?=(a+)+$)(a|a)*b/, '***'));
		};`,
	)
	_, err := w.Call(context.Background(), "redact")
	if err == nil {
		return false
	}
	var poisoned *PoisonedError
	if !errors.As(err, &poisoned) {
		t.Errorf("got %v, want a PoisonedError", err)
	}
	<-w.stopped // the match reached its limit
	if got := w.logged(); got != "" {
		t.Errorf("code continued with a wrong result: %s", got)
	}
	return true
}

func TestPanicOfAHostFunctionEndsOnlyTheVM(t *testing.T) {
	w := newTestVM(t, nil)
	if err := w.BindSync("broken", func(
		string,
	) (string, error) {
		var m map[string]int
		m["x"] = 1
		return "", nil
	}); err != nil {
		t.Fatal(err)
	}
	w.script(t, `globalThis.f = () => broken('');`)
	var poisoned *PoisonedError
	if _, err := w.Call(context.Background(), "f"); !errors.As(err, &poisoned) {
		t.Errorf("got %v", err)
	}
}
