package watchdog

import (
	"fmt"
	"sync"
	"time"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/jsvm"
)

const (
	// sharedTime is the processor time of all files together beyond the deadline of one file, relative to it.
	sharedTime = 0.4
	// leastShared is the least of it, so that dozens of files have their least turns under a low deadline, too, also on a
	// slow machine: sixty turns and the starts of their VMs take 0.75 to 1.2 s.
	leastShared = 2 * time.Second
	// patience is what the files that are postponed may take in the first round, relative to the deadline of one file.
	patience = 0.4
	// firstTurn is the part of the patience left that a file may take in the first round.
	firstTurn = 0.25
	// unresponsive is how long the VMs whose turns are over may run on together, relative to the deadline of one file. A
	// VM reacts between two operations, so that only one built-in takes that long.
	unresponsive = 0.4
	// leastTurn is the least processor time of a file. A worker takes 1 ms.
	leastTurn = 10 * time.Millisecond
)

// Turns shares the processor time of an evaluation among the files. In the first round a file has the less time, the
// more files took too long before it. Those are postponed. In the second round they share the rest of the time, each in
// a VM of its own. So files that never end take no time from those that do, and none is blamed for another one.
type Turns struct {
	options *Options
	mu      sync.Mutex
	// used is the processor time so far, total the limit for all files.
	used, total time.Duration
	// seen is what Options.ProcessorTime returned last.
	seen time.Duration
	// patience is what is left of it, between how long no file has run.
	patience, between time.Duration
	running           map[*goja.Runtime]*Turn
	// later counts the files that each shard has postponed, -1 in the first round. waiting are those that had no second
	// turn yet, sharing all.
	later            []int
	waiting, sharing int
	// since is what used was when the second round began, granted what its turns were allowed.
	since, granted time.Duration
	// Second is closed when all shards have ended the first round.
	Second chan struct{}
}

// Turn is the time of one file. It is over when the file was not done in time.
type Turn struct {
	// Limit is the time that the file has.
	Limit time.Duration
	used  time.Duration
	over  bool
}

func part(of time.Duration, factor float64) time.Duration { return time.Duration(float64(of) * factor) }

// TotalTime is the processor time that all files together have, from the deadline of one file.
func TotalTime(deadline time.Duration) time.Duration {
	return deadline + max(part(deadline, sharedTime), leastShared)
}

// UnresponsiveTime is how long one operation may take, from the deadline of one file.
func UnresponsiveTime(deadline time.Duration) time.Duration { return part(deadline, unresponsive) }

func newTurns(o *Options) *Turns {
	t := &Turns{
		options: o, total: TotalTime(o.Deadline), patience: part(o.Deadline, patience),
		running: map[*goja.Runtime]*Turn{}, later: make([]int, o.Shards), Second: make(chan struct{}),
	}
	if o.Exhausted != nil {
		t.patience = part(o.Deadline, 1/firstTurn) // the only file
	}
	for i := range t.later {
		t.later[i] = -1
	}
	if o.ProcessorTime != nil {
		t.seen = o.ProcessorTime()
	}
	return t
}

// measure adds the time since it was called last to the files that run now. mu is locked.
func (t *Turns) measure() {
	if t.options.ProcessorTime == nil {
		return
	}
	now := t.options.ProcessorTime()
	t.add(now - t.seen)
	t.seen = now
}

func (t *Turns) add(more time.Duration) {
	t.used += more
	if len(t.running) == 0 {
		t.between += more
	}
	for _, one := range t.running {
		one.used += more / time.Duration(len(t.running))
	}
}

// tick ends the turns that are over. stuck means that a VM does not react, or that the evaluation does not get to the
// next file. The watchdog calls it at each probe.
func (t *Turns) tick() (stuck bool) {
	if t.options.Deadline == 0 {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.measure(); t.seen == 0 { // the system does not tell
		t.add(memoryProbe)
	}
	late := time.Duration(0) // what the files have used together whose turn is over, and that do not react
	for rt, one := range t.running {
		switch {
		case !one.over && one.used >= one.Limit:
			one.over = true
			rt.Interrupt("its turn is over")
		case one.over && one.used >= one.Limit+jsvm.GiveUpAfter:
			late += one.used
		}
	}
	return late >= UnresponsiveTime(t.options.Deadline)+jsvm.GiveUpAfter || t.between >= t.options.Deadline
}

// Begin begins the turn of a file in a VM. A limit of 0 stands for that of the first round.
func (t *Turns) Begin(rt *goja.Runtime, limit time.Duration) *Turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.measure()
	t.between = 0
	if limit == 0 {
		limit = max(min(part(t.patience, firstTurn), t.total-t.used, t.options.Deadline), leastTurn)
	}
	if t.options.Deadline == 0 {
		limit = maxTurn
	}
	one := &Turn{Limit: limit}
	t.running[rt] = one
	return one
}

// maxTurn is a turn without a deadline.
const maxTurn = time.Duration(1<<63 - 1)

// End ends the turn of a VM, and reports whether it was over before.
func (t *Turns) End(rt *goja.Runtime) (over bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	one := t.running[rt]
	if one == nil {
		return false
	}
	t.measure()
	delete(t.running, rt)
	if one.over {
		t.patience -= one.used
	}
	return one.over
}

// Exhausted reports whether the time of all files is used up.
func (t *Turns) Exhausted() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.options.Deadline > 0 && t.used >= t.total
}

// EndRound ends the first round of a shard, which has postponed so many files. If that was known, it does nothing.
func (t *Turns) EndRound(shard, later int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.later[shard] >= 0 {
		return
	}
	t.later[shard] = later
	sum := 0
	for _, n := range t.later {
		if n < 0 {
			return
		}
		sum += n
	}
	t.waiting, t.sharing = sum, sum
	close(t.Second)
}

// Share returns the time that a file has in the second round.
func (t *Turns) Share() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.measure()
	if t.waiting == t.sharing {
		t.since = t.used
	}
	beside := time.Duration(0) // what a turn takes beside its limit, to start a VM and to end it
	if done := t.sharing - t.waiting; done > 0 {
		beside = max(0, t.used-t.since-t.granted) / time.Duration(done)
	}
	share := (t.total-t.used)/time.Duration(max(1, t.waiting)) - beside
	share = min(max(0, share), t.options.Deadline)
	t.waiting--
	t.granted += share
	return share
}

// Unfinished describes a file that was not done within the time it had.
func (t *Turns) Unfinished(had time.Duration) string {
	had = had.Round(time.Millisecond)
	if had >= t.options.Deadline {
		return fmt.Sprintf("loading this file took longer than %s", had)
	}
	return fmt.Sprintf(
		"this file was not loaded: it did not finish in %s, its share of the %s that %d unfinished files have together",
		had, t.total, t.sharing,
	)
}
