// Package watchdog limits the time and memory of an evaluation.
//
// Turns shares the time among its files (turns.go). The Watchdog ends VMs whose turn is over, and the evaluation if
// that does not help, or if it takes too much memory.
package watchdog

import (
	"runtime"
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

// AnyShard stands for a shard that is not known.
const AnyShard = -1

// Options configures New.
type Options struct {
	// Deadline is the time for one file. 0 disables it.
	Deadline time.Duration
	// ProcessorTime, if set, returns the processor time that this process has used, 0 if unknown.
	ProcessorTime func() time.Duration
	// Exhausted, if set, ends the evaluation of a single file, too. It is called often.
	Exhausted func() bool
	// MemoryLimit is how many bytes the evaluation may allocate beyond the present heap. 0 disables it.
	MemoryLimit uint64
	// Broken, if set, is called when a limit was broken, before VMs are interrupted, with the shard that did it or
	// AnyShard. It may be called more than once.
	Broken func(shard int)
	// Shards is how many VMs run at the same time.
	Shards int
}

// Watchdog interrupts an evaluation that takes too long or too much memory. If that does not stop a VM, the evaluation
// ends without it: some operations cannot be interrupted, such as a regular expression that backtracks.
type Watchdog struct {
	Turns *Turns
	// Quit is closed by Stop, GaveUp when a VM does not stop.
	Quit, GaveUp chan struct{}

	// base is the heap at the start, and mostMemory the heap that breaks the limit, both in bytes. mostMemory is 0
	// without a limit.
	base, mostMemory uint64

	onBroken func(shard int)

	mu          sync.Mutex
	runtimes    map[*goja.Runtime]bool
	broken      string // the rule of the breach, or ""
	interrupted bool
}

// New starts a watchdog. The caller must call Stop.
func New(o Options) *Watchdog {
	w := &Watchdog{
		runtimes: map[*goja.Runtime]bool{}, Quit: make(chan struct{}), GaveUp: make(chan struct{}), Turns: newTurns(&o),
		onBroken: o.Broken,
	}
	if o.MemoryLimit > 0 {
		w.base = heapInUse()
		w.mostMemory = w.base + o.MemoryLimit
	}
	go w.guard(&o)
	return w
}

// Watch guards a VM until release is called.
func (w *Watchdog) Watch(rt *goja.Runtime) (release func()) {
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

// starvation is how many times its limit something may take because other processes use the machine. The processor
// time decides otherwise, so that the same project ends in the same way on a busy machine.
const starvation = 20

// lastResort is the limit of an evaluation whose turns did not end it, relative to the time that all files share.
const lastResort = 1.25

// extensions is how many times the deadline is looked at again in each further span of its length.
const extensions = 4

// deadline is the end of a time limit that a busy machine extends.
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

// over reports whether the time is up. Call it when the timer has expired.
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
func (w *Watchdog) guard(o *Options) {
	var limit *deadline
	var expired <-chan time.Time
	if o.Deadline > 0 {
		limit = newDeadline(part(w.Turns.total, lastResort), o.ProcessorTime)
		defer limit.timer.Stop()
		expired = limit.timer.C
	}
	probe := time.NewTicker(memoryProbe)
	defer probe.Stop()
	for {
		select {
		case <-w.Quit:
			return
		case <-expired:
			if !limit.over() {
				continue
			}
			w.Interrupt(RuleEndless)
		case <-probe.C:
			switch {
			case w.Breached(): // FileDone found it
			case w.Turns.tick() || o.Exhausted != nil && o.Exhausted():
				w.Interrupt(RuleEndless)
			case w.mostMemory > 0 && heapInUse() >= w.mostMemory:
				w.Interrupt(RuleMemory)
			default:
				continue
			}
		}
		break
	}
	w.giveUp(newDeadline(o.giveUpAfter(), o.ProcessorTime))
}

// giveUp ends the evaluation without the VMs that have not stopped at the deadline.
func (w *Watchdog) giveUp(d *deadline) {
	defer d.timer.Stop()
	for {
		select {
		case <-w.Quit:
			return
		case <-d.timer.C:
			if d.over() {
				close(w.GaveUp)
				return
			}
		}
	}
}

// FileDone reports whether the file that was just evaluated broke the memory limit. The heap includes garbage, so the
// probe would blame the next file. If the file left much garbage but did not break the limit, FileDone collects it.
func (w *Watchdog) FileDone() (broken bool) {
	if w.mostMemory == 0 || w.Breached() {
		return false
	}
	heap := heapInUse()
	if heap >= w.mostMemory {
		w.Interrupt(RuleMemory)
		return true
	}
	if heap > w.base && heap-w.base >= (w.mostMemory-w.base)/2 {
		runtime.GC()
	}
	return false
}

// Allocating interrupts the evaluation if what a shard is about to allocate breaks the memory limit. The probe may come
// when the memory of the process is used up, and cannot tell which of several shards took it.
func (w *Watchdog) Allocating(shard int, bytes uint64) {
	if w.mostMemory > 0 && !w.Breached() && heapInUse()+bytes >= w.mostMemory {
		w.interrupt(RuleMemory, shard)
	}
}

// surveyGiveUp is the time limit for an interrupted VM to stop in the evaluation of a single file. That process is only
// there to find the files that end it, of which there may be many.
const surveyGiveUp = 20 * time.Millisecond

func (o *Options) giveUpAfter() time.Duration {
	if o.Exhausted != nil {
		return surveyGiveUp
	}
	return jsvm.GiveUpAfter
}

// heapInUse returns the bytes of objects that are not collected yet, without stopping the world.
func heapInUse() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// Interrupt interrupts every VM. rule is the breach, or "" if the caller gave up.
func (w *Watchdog) Interrupt(rule string) { w.interrupt(rule, AnyShard) }

func (w *Watchdog) interrupt(rule string, shard int) {
	if rule != "" && w.onBroken != nil {
		w.onBroken(shard)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.interrupted = true
	if w.broken == "" {
		w.broken = rule
	}
	for rt := range w.runtimes {
		rt.Interrupt("stopped")
	}
}

// Breached reports whether a limit was broken.
func (w *Watchdog) Breached() bool { return w.Rule() != "" }

// Rule returns the rule that reports the breach, "" if there is none.
func (w *Watchdog) Rule() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.broken
}

// Stop ends the watchdog.
func (w *Watchdog) Stop() { close(w.Quit) }
