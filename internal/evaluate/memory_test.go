package evaluate

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/jsvm"
)

const memoryLimit = 64 << 20

// megabytes allocates so many megabytes in one block. It takes less time than the interval of the memory probe.
const megabytes = "megabytes"

// global is a global function that calls f.
func global(name string, f func(goja.FunctionCall) goja.Value) jsvm.Global {
	return jsvm.Global{
		Names:   []string{name},
		Install: func(vm *jsvm.VM) ([]goja.Value, error) { return []goja.Value{vm.Runtime().ToValue(f)}, nil },
	}
}

func allocates() jsvm.Global {
	return global(megabytes, func(call goja.FunctionCall) goja.Value {
		runtime.KeepAlive(make([]byte, call.Argument(0).ToInteger()<<20))
		return goja.Undefined()
	})
}

// evaluateLimited evaluates modules with the memory limit.
func evaluateLimited(t *testing.T, o Options, modules ...string) *Result {
	t.Helper()
	runtime.GC() // garbage of other tests would be freed meanwhile
	o.MemoryLimit = memoryLimit
	return evaluate(t, o, modules...)
}

func TestMemoryIsBlamedOnTheFileThatTookIt(t *testing.T) {
	const works = "{ for (let i = 0; i < 3e6; i++); return {}; }"
	o := Options{
		Globals: []jsvm.Global{allocates()},
		// The process gets no processor time, so the VM may take long to clear the memory before it stops.
		ProcessorTime: func() time.Duration { return 1 },
	}
	e := evaluateLimited(t, o, "({})", "{ "+megabytes+"(90); throw 1; }", works)
	if e.Breach == nil || e.Breach.Rule != RuleMemory || e.Breach.File != "b" || e.Breach.Stuck || e.Breach.Shared {
		t.Errorf("breach: %+v", e.Breach)
	}
}

// TestMemoryIsBlamedOnTheFileWhoseTurnIsOver has a file that takes too much memory and too much time at once.
func TestMemoryIsBlamedOnTheFileWhoseTurnIsOver(t *testing.T) {
	var used atomic.Int64
	used.Store(1)
	slow := global("slow", func(goja.FunctionCall) goja.Value {
		used.Add(int64(time.Second))      // more than the first turn, less than all
		time.Sleep(20 * time.Millisecond) // some probes
		runtime.KeepAlive(make([]byte, 90<<20))
		return goja.Undefined()
	})
	o := Options{
		Globals: []jsvm.Global{slow}, Deadline: 5 * time.Second,
		ProcessorTime: func() time.Duration { return time.Duration(used.Load()) },
	}
	e := evaluateLimited(t, o, "({})", "{ slow(); for (;;); }", "({})")
	if e.Breach == nil || e.Breach.Rule != RuleMemory || e.Breach.File != "b" {
		t.Errorf("breach: %+v", e.Breach)
	}
}

func TestGarbageOfAFileIsNotCountedForTheNext(t *testing.T) {
	const takes = "{ " + megabytes + "(40); }"
	e := evaluateLimited(t, Options{Globals: []jsvm.Global{allocates()}}, takes, takes, takes, takes)
	if e.Breach != nil || len(e.Modules) != 4 {
		t.Errorf("breach: %+v, %d modules", e.Breach, len(e.Modules))
	}
}

// evaluateBeside evaluates a module b in a shard of its own, while a in another one never ends.
func evaluateBeside(t *testing.T, b string) *Result {
	t.Helper()
	entered := make(chan struct{})
	return evaluateShards(t, Options{
		MemoryLimit: memoryLimit,
		Globals: []jsvm.Global{
			global("enter", func(goja.FunctionCall) goja.Value { close(entered); return goja.Undefined() }),
			global("wait", func(goja.FunctionCall) goja.Value { <-entered; return goja.Undefined() }),
		},
		Shards: []Shard{
			moduleShard([]string{"a"}, []string{"{ enter(); for (;;); }"}),
			moduleShard([]string{"b"}, []string{"{ wait(); " + b + " }"}),
		},
	})
}

func TestBreachBesideAnotherFileIsShared(t *testing.T) {
	e := evaluateBeside(t, "for (const all = [];;) all.push(new Array(1000).fill(1));")
	if e.Breach == nil || e.Breach.Rule != RuleMemory || !e.Breach.Shared {
		t.Errorf("breach: %+v", e.Breach)
	}
}

// TestALargeBufferIsBlamedOnItsFile allocates faster than memory is measured.
func TestALargeBufferIsBlamedOnItsFile(t *testing.T) {
	e := evaluateBeside(t, "for (const all = [];;) all.push(new Float64Array(4e6));")
	if e.Breach == nil || e.Breach.Rule != RuleMemory || e.Breach.File != "b" || e.Breach.Shared {
		t.Errorf("breach: %+v", e.Breach)
	}
}
