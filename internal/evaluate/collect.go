// This file gathers what the shards declare, in the order of the shards, whoever is first.

package evaluate

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/jsvm"
)

// collector takes finished modules from the shards' goroutines. Once it is closed it takes nothing
// more, so that what was returned does not change under the reader.
type collector struct {
	mu      sync.Mutex
	closed  bool
	shards  []shardResult
	current []entered // the module that each shard is evaluating
	count   int       // of modules that were entered, in all shards
	done    chan int
}

// entered is a module that is being evaluated; the zero value is none.
type entered struct {
	module string
	nth    int
}

type shardResult struct {
	modules    []Module
	recordings []*recording
	calls      []declared.Call
	fault      *Fault
	places     *places
	summary    string
}

func newCollector(shards int) *collector {
	return &collector{shards: make([]shardResult, shards), current: make([]entered, shards), done: make(chan int, shards)}
}

// locked runs f unless the collector is closed, and reports whether it ran.
func (c *collector) locked(f func()) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return false
	}
	f()
	return true
}

// evaluateShard runs one shard to its end. A panic inside the engine becomes a fault of the shard:
// the tool must survive whatever it is fed.
func (c *collector) evaluateShard(index int, shard Shard, o *Options, guard *watchdog) {
	defer func() {
		if x := recover(); x != nil {
			fault := &Fault{Message: fmt.Sprintf("the JavaScript engine failed: %v", x)}
			c.locked(func() { c.shards[index].fault = fault })
		}
		c.done <- index
	}()
	err := c.attempt(index, shard, o, guard, false)
	if errors.Is(err, errBodyNeeded) {
		c.locked(func() { c.shards[index] = shardResult{} })
		err = c.attempt(index, shard, o, guard, true)
	}
	if err != nil && !guard.breached() {
		fault := &Fault{Message: err.Error()}
		c.locked(func() { c.shards[index].fault = fault })
	}
}

// attempt evaluates a shard, with or without the bodies of its handlers.
func (c *collector) attempt(index int, shard Shard, o *Options, guard *watchdog, keepBodies bool) error {
	p, fault := prepare(index, shard.Code, keepBodies)
	if fault != nil {
		c.locked(func() { c.shards[index].fault = fault })
		return nil
	}
	c.locked(func() { c.shards[index].calls, c.shards[index].places = p.calls, p.places })
	world, err := jsvm.NewWithoutLoop(jsvm.Options{Globals: lazyGlobals(o.Globals)})
	if err != nil {
		return err
	}
	release := guard.watch(world.Runtime())
	defer release()
	r, err := newRunner(p, o, world)
	if err != nil {
		return err
	}
	r.entering = func(module string) {
		c.locked(func() {
			c.count++
			c.current[index] = entered{module, c.count}
		})
	}
	r.commit = func(m Module, recordings []*recording) bool {
		return c.locked(func() {
			s := &c.shards[index]
			s.modules, s.recordings = append(s.modules, m), append(s.recordings, recordings...)
			c.current[index] = entered{}
		})
	}
	if err := r.run(shard.Modules); err != nil {
		return err
	}
	summary := r.summarize(r.defaults)
	c.locked(func() { c.shards[index].summary = summary })
	return nil
}

// lazyGlobals leaves out what serves requests: nothing is served while modules load.
func lazyGlobals(all []jsvm.Global) []jsvm.Global {
	lazy := make([]jsvm.Global, 0, len(all))
	for _, g := range all {
		if !g.Eager {
			lazy = append(lazy, g)
		}
	}
	return lazy
}

// wait returns when every shard is done, or when the watchdog has given up on those that are not.
func (c *collector) wait(ctx context.Context, guard *watchdog) *Result {
	for running := len(c.shards); running > 0; running-- {
		select {
		case <-c.done:
		case <-guard.gaveUp:
			return c.close(guard)
		case <-ctx.Done():
			guard.interrupt("")
			return c.close(guard)
		}
	}
	return c.close(guard)
}

// close takes what there is.
func (c *collector) close(guard *watchdog) *Result {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	e := &Result{}
	m := newMerger()
	for i := range c.shards {
		s := &c.shards[i]
		e.Modules = append(e.Modules, s.modules...)
		e.Calls = append(e.Calls, m.calls(s.calls)...)
		e.Declarations = append(e.Declarations, m.declarations(s.recordings)...)
		e.places = append(e.places, s.places)
		e.Summaries = append(e.Summaries, s.summary)
		if s.fault != nil {
			e.Faults = append(e.Faults, *s.fault)
		}
	}
	m.relink(e)
	if guard.breached() {
		e.Breach = &Breach{Rule: guard.rule(), Module: c.stuck()}
	}
	return e
}

// stuck is the module that was being evaluated when the watchdog struck: of several, the one that
// was entered first.
func (c *collector) stuck() string {
	first := entered{}
	for _, one := range c.current {
		if one.nth > 0 && (first.nth == 0 || one.nth < first.nth) {
			first = one
		}
	}
	return first.module
}
