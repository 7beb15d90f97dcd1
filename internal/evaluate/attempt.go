package evaluate

import (
	"errors"

	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/stack"
)

// evaluateShard evaluates one shard. A panic of the engine becomes a fault of the shard.
func (c *collector) evaluateShard(index int, shard Shard, o *Options, guard *watchdog) {
	stack.Reserve()
	defer func() {
		if recover() != nil {
			c.locked(func() { c.shards[index].fault = &Fault{Message: jsvm.EngineFailed} })
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

// attempt evaluates a shard, with or without the bodies of its handlers and of the library.
func (c *collector) attempt(index int, shard Shard, o *Options, guard *watchdog, keepBodies bool) error {
	p, fault := prepare(index, shard.Code, wanted{bodies: keepBodies, properties: o.Properties})
	if fault != nil {
		c.locked(func() { c.shards[index].fault = fault })
		return nil
	}
	p.library = o.Library
	if keepBodies {
		var err error
		if p.library, err = o.Library.withBodies(); err != nil {
			return err
		}
	}
	c.locked(func() {
		c.shards[index].calls, c.shards[index].uses, c.shards[index].places = p.calls, p.uses, p.places
	})
	defer o.entering(index, "")
	next := 0
	for count := 0; next < len(shard.Modules); count++ {
		c.locked(func() { c.shards[index].recordings = append(c.shards[index].recordings, nil) })
		first := next
		r, err := c.inFreshVM(index, p, o, guard, func(r *runner) (err error) {
			next, err = r.run(shard.Modules, first, count < maxFreshVMs)
			return err
		})
		if err != nil {
			if r != nil {
				c.locked(func() { c.current[index].interrupted = r.interruptedFile(err) })
			}
			return err
		}
	}
	return nil
}

// maxFreshVMs bounds how many VMs a shard starts because modules failed. A start takes about 2 ms.
const maxFreshVMs = 20

// inFreshVM runs modules of a shard in a VM of their own, and appends their summary.
func (c *collector) inFreshVM(
	index int, p *prepared, o *Options, guard *watchdog, run func(*runner) error,
) (*runner, error) {
	world, err := jsvm.NewWithoutLoop(jsvm.Options{Globals: lazyGlobals(o.Globals)})
	if err != nil {
		return nil, err
	}
	defer guard.watch(world.Runtime())()
	last := ""
	entering := func(file string) {
		if file == last {
			return
		}
		last = file
		o.entering(index, file)
		c.locked(func() {
			c.count++
			c.current[index] = entered{file: file, nth: c.count}
		})
	}
	entering(o.LibraryFile)
	r, err := newRunner(p, o, world)
	if err != nil {
		return nil, err
	}
	r.entering = entering
	r.commit = func(m Module, recordings []*recording) bool {
		return c.locked(func() {
			s := &c.shards[index]
			own := len(s.recordings) - 1
			s.modules, s.recordings[own] = append(s.modules, m), append(s.recordings[own], recordings...)
			c.current[index] = entered{}
		})
	}
	if err := run(r); err != nil {
		return r, err
	}
	summary := r.summarize(r.defaults)
	c.locked(func() { c.shards[index].summaries = append(c.shards[index].summaries, summary) })
	return r, nil
}

func (o *Options) entering(shard int, file string) {
	if o.Entering != nil {
		o.Entering(shard, file)
	}
}

// lazyGlobals omits the globals that serve requests.
func lazyGlobals(all []jsvm.Global) []jsvm.Global {
	lazy := make([]jsvm.Global, 0, len(all))
	for _, g := range all {
		if !g.Eager {
			lazy = append(lazy, g)
		}
	}
	return lazy
}
