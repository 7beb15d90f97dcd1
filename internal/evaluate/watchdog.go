// This file is the watchdog of an evaluation: it stops what runs too long or takes too much memory.
//
// It stands outside the VMs, because some operations of the engine cannot be interrupted: a
// backtracking regular expression, `'x'.repeat(2**29)`. It interrupts first, and when that does not
// help it gives up on the VM: the evaluation then ends without it.

package evaluate

import (
	"runtime/metrics"
	"sync"
	"time"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/jsvm"
)

// memoryProbe is how often memory is measured.
const memoryProbe = 10 * time.Millisecond

// The rules that report a breach.
const (
	RuleEndless = "endless-evaluation"
	RuleMemory  = "memory-limit"
)

type watchdog struct {
	mu       sync.Mutex
	runtimes map[*goja.Runtime]bool
	broken   string // the rule of the breach, "" when there is none
	struck   bool
	quit     chan struct{}
	gaveUp   chan struct{}
}

// bytesPerCode is what parsing, compiling and running a byte of ordinary code takes, measured on
// projects of a thousand workers and doubled. A big project may take that on top of the limit.
const bytesPerCode = 100

func newWatchdog(o Options) *watchdog {
	w := &watchdog{runtimes: map[*goja.Runtime]bool{}, quit: make(chan struct{}), gaveUp: make(chan struct{})}
	limit := o.MemoryLimit
	for _, shard := range o.Shards {
		if limit > 0 {
			limit += bytesPerCode * uint64(len(shard.Code))
		}
	}
	go w.guard(o.Deadline, limit)
	return w
}

// watch puts a VM under guard until release is called.
func (w *watchdog) watch(rt *goja.Runtime) (release func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.runtimes[rt] = true
	if w.struck {
		rt.Interrupt("stopped")
	}
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.runtimes, rt)
	}
}

// guard waits for the first of: the end, the deadline, too much memory.
func (w *watchdog) guard(deadline time.Duration, memoryLimit uint64) {
	var expired <-chan time.Time
	if deadline > 0 {
		timer := time.NewTimer(deadline)
		defer timer.Stop()
		expired = timer.C
	}
	probe := time.NewTicker(memoryProbe)
	defer probe.Stop()
	base := heapInUse()
	for {
		select {
		case <-w.quit:
			return
		case <-expired:
			w.interrupt(RuleEndless)
		case <-probe.C:
			if memoryLimit == 0 || heapInUse() < base+memoryLimit {
				continue
			}
			w.interrupt(RuleMemory)
		}
		break
	}
	timer := time.NewTimer(jsvm.GiveUpAfter)
	defer timer.Stop()
	select {
	case <-w.quit:
	case <-timer.C:
		close(w.gaveUp)
	}
}

// heapInUse is the bytes of live and not yet collected objects, measured without stopping the world.
func heapInUse() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// interrupt asks every VM to stop. rule says why; "" when the caller has lost interest.
func (w *watchdog) interrupt(rule string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.struck, w.broken = true, rule
	for rt := range w.runtimes {
		rt.Interrupt("stopped")
	}
}

func (w *watchdog) breached() bool { return w.rule() != "" }

func (w *watchdog) rule() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.broken
}

// stop ends the watch.
func (w *watchdog) stop() { close(w.quit) }
