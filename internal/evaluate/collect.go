package evaluate

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/facts"
	"github.com/appsvc/svc/internal/evaluate/watchdog"
)

// collector merges the results of the shards in their order. After it is closed it accepts no more, so that the
// returned result does not change.
type collector struct {
	mu      sync.Mutex
	closed  bool
	shards  []shardResult
	current []entered // the file that each shard evaluates
	// atBreach is what current was when a limit was broken, nil before. The shards go on for a moment.
	atBreach []entered
	count    int // how often files were entered, in all shards
	done     chan int
}

// entered is a file in evaluation, of a module or its imports. The zero value is none.
type entered struct {
	file string
	nth  int
	// interrupted is the user's file whose code the watchdog interrupted, "" if none or unknown.
	interrupted string
}

type shardResult struct {
	vms []vmResult
	// unreached are the modules for which no time was left.
	unreached []string
	calls     []facts.Call
	uses      []declared.Use
	fault     *Fault
	places    *places
}

// vmResult is the result of one VM.
type vmResult struct {
	first      int // the index of its first module
	modules    []Module
	recordings []*recording
	summary    string
}

func newCollector(shards int) *collector {
	return &collector{shards: make([]shardResult, shards), current: make([]entered, shards), done: make(chan int, shards)}
}

// locked runs f unless the collector is closed. It reports whether f ran.
func (c *collector) locked(f func()) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return false
	}
	f()
	return true
}

// broken notes the files in evaluation when a limit was broken: that of the shard which did it, or all.
func (c *collector) broken(shard int) {
	c.locked(func() {
		switch {
		case c.atBreach != nil:
		case shard == watchdog.AnyShard:
			c.atBreach = slices.Clone(c.current)
		default:
			c.atBreach = make([]entered, len(c.current))
			c.atBreach[shard] = c.current[shard]
		}
	})
}

// interrupted notes the user's file whose code was interrupted in a shard.
func (c *collector) interrupted(shard int, file string) {
	c.locked(func() {
		now := &c.current[shard]
		now.interrupted = file
		if c.atBreach != nil && c.atBreach[shard].nth == now.nth {
			c.atBreach[shard].interrupted = file
		}
	})
}

// wait returns when every shard is done or the watchdog gives up on the rest.
func (c *collector) wait(ctx context.Context, guard *watchdog.Watchdog) *Result {
	for running := len(c.shards); running > 0; running-- {
		select {
		case <-c.done:
		case <-guard.GaveUp:
			return c.finish(guard, true)
		case <-ctx.Done():
			guard.Interrupt("")
			return c.finish(guard, true)
		}
	}
	return c.finish(guard, false)
}

// finish closes the collector and merges the results so far.
func (c *collector) finish(guard *watchdog.Watchdog, stuck bool) *Result {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	e := &Result{}
	m := newMerger()
	for i := range c.shards {
		s := &c.shards[i]
		m.calls(s.calls)
		e.Uses = append(e.Uses, m.uses(s.uses)...)
		slices.SortStableFunc(s.vms, func(a, b vmResult) int { return a.first - b.first }) // the second round is later
		var summaries []string
		for _, vm := range s.vms {
			e.Modules = append(e.Modules, vm.modules...)
			e.Declarations = append(e.Declarations, m.declarations(vm.recordings)...)
			summaries = append(summaries, vm.summary)
		}
		e.Unreached = append(e.Unreached, s.unreached)
		e.places = append(e.places, s.places)
		e.Summaries = append(e.Summaries, summaries)
		if s.fault != nil {
			e.Faults = append(e.Faults, *s.fault)
		}
	}
	e.Calls = make([]declared.Call, 0, len(m.all))
	for i := range m.all {
		e.Calls = m.all[i].AppendTo(e.Calls)
	}
	m.relink(e)
	if guard.Breached() {
		file, shared := c.breaching()
		e.Breach = &Breach{Rule: guard.Rule(), File: file, Stuck: stuck, Shared: shared}
	}
	return e
}

// breaching returns the file in evaluation at a breach. Of several files it is the first that was entered, and shared
// is true.
func (c *collector) breaching() (file string, shared bool) {
	first, count := entered{}, 0
	for _, one := range c.atBreach {
		if one.nth == 0 {
			continue
		}
		count++
		if first.nth == 0 || one.nth < first.nth {
			first = one
		}
	}
	return cmp.Or(first.interrupted, first.file), count > 1
}
