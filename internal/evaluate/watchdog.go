package evaluate

import (
	"runtime/metrics"
	"sync"
	"time"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/jsvm"
)

// memoryProbe is the interval of memory measurements.
const memoryProbe = 5 * time.Millisecond

// Rules that report a breach.
const (
	RuleEndless = "endless-evaluation"
	RuleMemory  = "memory-limit"
)

// watchdog interrupts an evaluation that takes too long or too much memory. If that does not stop a VM, the evaluation
// ends without it: some operations cannot be interrupted, such as a regular expression that backtracks.
type watchdog struct {
	mu          sync.Mutex
	runtimes    map[*goja.Runtime]bool
	broken      string // the rule of the breach, or ""
	interrupted bool
	quit        chan struct{}
	gaveUp      chan struct{}
	turns       *turns
}

// bytesPerCode is the memory for parsing, compiling and running one byte of code: measured on projects of a thousand
// workers, and doubled. A project may take that beyond the limit.
const bytesPerCode = 100

func newWatchdog(o *Options) *watchdog {
	w := &watchdog{
		runtimes: map[*goja.Runtime]bool{}, quit: make(chan struct{}), gaveUp: make(chan struct{}), turns: newTurns(o),
	}
	limit := o.MemoryLimit
	for _, shard := range o.Shards {
		if limit > 0 {
			limit += bytesPerCode * uint64(len(shard.Code))
		}
	}
	go w.guard(o, limit)
	return w
}

// watch guards a VM until release is called.
func (w *watchdog) watch(rt *goja.Runtime) (release func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.runtimes[rt] = true
	if w.interrupted {
		rt.Interrupt("stopped")
	}
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.runtimes, rt)
	}
}

// starvation is how many times its limit an evaluation may take because other processes use the machine. The processor
// time decides otherwise, so that the same project ends in the same way on a busy machine.
const starvation = 20

// lastResort is the limit of an evaluation whose turns did not end it, relative to the time that all files share.
const lastResort = 1.25

// extensions is how many times the deadline is looked at again in each further span of its length.
const extensions = 4

// deadline ends an evaluation that takes longer than all turns.
type deadline struct {
	timer *time.Timer
	after time.Duration
	left  int // further extensions
	used  func() time.Duration
	until time.Duration // what used returns at the end
}

func newDeadline(after time.Duration, used func() time.Duration) *deadline {
	d := &deadline{timer: time.NewTimer(after), after: after, used: used}
	if d.used != nil {
		d.left = (starvation - 1) * extensions
		d.until = d.used() + after
	}
	return d
}

// over reports whether the evaluation must end. Call it when the timer has expired.
func (d *deadline) over() bool {
	if d.left == 0 {
		return true
	}
	if now := d.used(); now == 0 || now >= d.until {
		return true
	}
	d.left--
	d.timer.Reset(d.after / extensions)
	return false
}

// guard waits for the end, the deadline or the memory limit.
func (w *watchdog) guard(o *Options, memoryLimit uint64) {
	var limit *deadline
	var expired <-chan time.Time
	if o.Deadline > 0 {
		limit = newDeadline(part(w.turns.total, lastResort), o.ProcessorTime)
		defer limit.timer.Stop()
		expired = limit.timer.C
	}
	probe := time.NewTicker(memoryProbe)
	defer probe.Stop()
	base := heapInUse()
	for {
		select {
		case <-w.quit:
			return
		case <-expired:
			if !limit.over() {
				continue
			}
			w.interrupt(RuleEndless)
		case <-probe.C:
			switch {
			case w.turns.tick() || o.Exhausted != nil && o.Exhausted():
				w.interrupt(RuleEndless)
			case memoryLimit > 0 && heapInUse() >= base+memoryLimit:
				w.interrupt(RuleMemory)
			default:
				continue
			}
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

// heapInUse returns the bytes of objects that are not collected yet, without stopping the world.
func heapInUse() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// interrupt interrupts every VM. rule is the breach, or "" if the caller gave up.
func (w *watchdog) interrupt(rule string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.interrupted, w.broken = true, rule
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

// stop ends the watchdog.
func (w *watchdog) stop() { close(w.quit) }
