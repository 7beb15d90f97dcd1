package evaluate

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/jsvm"
)

// TestBreachIsBlamedOnTheFileThatRanThen has a file whose turn is over and that breaks the limit of all files at the
// same probe. The shard leaves the file before the evaluation ends.
func TestBreachIsBlamedOnTheFileThatRanThen(t *testing.T) {
	var used atomic.Int64
	used.Store(1)
	o := Options{
		Deadline:      time.Second,
		ProcessorTime: func() time.Duration { return time.Duration(used.Load()) },
		Globals: []jsvm.Global{global("jump", func(goja.FunctionCall) goja.Value {
			used.Store(int64(time.Minute))
			return goja.Undefined()
		})},
	}
	e := evaluate(t, o, "({})", "{ jump(); for (;;); }", "({})")
	if e.Breach == nil || e.Breach.Rule != RuleEndless || e.Breach.File != "b" || e.Breach.Stuck || e.Breach.Shared {
		t.Errorf("breach: %+v", e.Breach)
	}
}
