package evaluate

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/evaluate/watchdog"
	"github.com/appsvc/svc/internal/jsvm"
)

// TestBreachIsBlamedOnTheFileThatRanThen has a file whose turn is over when the time of the evaluation is used up. The
// shard leaves the file before the evaluation ends. On a busy machine it may also seem stuck.
func TestBreachIsBlamedOnTheFileThatRanThen(t *testing.T) {
	var used atomic.Int64
	used.Store(1)
	o := Options{
		Deadline:      time.Second,
		ProcessorTime: func() time.Duration { return time.Duration(used.Load()) },
		Exhausted:     func() bool { return used.Load() > 1 },
		Globals: []jsvm.Global{global("jump", func(goja.FunctionCall) goja.Value {
			used.Store(int64(time.Minute))
			return goja.Undefined()
		})},
	}
	e := evaluate(t, o, "({})", "{ jump(); for (;;); }", "({})")
	if e.Breach == nil || e.Breach.Rule != RuleEndless || e.Breach.File != "b" || e.Breach.Shared {
		t.Errorf("breach: %+v", e.Breach)
	}
}

// TestBreachIsNotBlamedOnTheNextFile has a shard that is done with a file just after the breach.
func TestBreachIsNotBlamedOnTheNextFile(t *testing.T) {
	c := newCollector(1)
	c.current[0] = entered{file: "a", nth: 1}
	c.broken(watchdog.AnyShard)
	c.interrupted(0, "import of a")
	c.current[0] = entered{file: "b", nth: 2}
	c.broken(watchdog.AnyShard)
	c.interrupted(0, "import of b")
	if file, shared := c.breaching(); file != "import of a" || shared {
		t.Errorf("blamed %q, shared %v", file, shared)
	}
}
