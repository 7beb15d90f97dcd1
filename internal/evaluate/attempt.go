package evaluate

import (
	"cmp"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/evaluate/facts"
	"github.com/appsvc/svc/internal/evaluate/watchdog"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/jsvm/ecma"
	"github.com/appsvc/svc/internal/stack"
)

// evaluateShard evaluates one shard. A panic of the engine becomes a fault of the shard.
func (c *collector) evaluateShard(index int, shard Shard, o *Options, guard *watchdog.Watchdog) {
	stack.Reserve()
	defer func() {
		if recover() != nil {
			c.locked(func() { c.shards[index].fault = &Fault{Message: jsvm.EngineFailed} })
		}
		guard.Turns.EndRound(index, 0)
		c.done <- index
	}()
	err := c.attempt(index, shard, o, guard, false)
	if needsBody(err) {
		c.locked(func() { c.shards[index] = shardResult{} })
		err = c.attempt(index, shard, o, guard, true)
	}
	if err != nil && !guard.Breached() {
		fault := &Fault{Message: err.Error()}
		c.locked(func() { c.shards[index].fault = fault })
	}
}

// needsBody reports whether an evaluation was interrupted because it called a removed body.
func needsBody(err error) bool {
	interrupted, ok := ecma.As[*goja.InterruptedError](err)
	return ok && interrupted.Value() == errBodyNeeded
}

// attempt evaluates a shard, with or without the bodies of its handlers and of the library.
func (c *collector) attempt(index int, shard Shard, o *Options, guard *watchdog.Watchdog, keepBodies bool) error {
	p, fault := prepare(index, shard.Code, facts.Wanted{Bodies: keepBodies, Properties: o.Properties})
	if fault != nil {
		c.locked(func() { c.shards[index].fault = fault })
		return nil
	}
	p.library = o.Library
	if keepBodies {
		var err error
		if p.library, err = o.Library.WithBodies(); err != nil {
			return err
		}
	}
	c.locked(func() {
		c.shards[index].calls, c.shards[index].uses, c.shards[index].places = p.calls, p.uses, p.places
	})
	defer o.entering(index, "")
	s := &shardRun{c: c, index: index, prepared: p, options: o, guard: guard, modules: shard.Modules}
	if err := s.firstRound(); err != nil {
		return err
	}
	return s.secondRound()
}

// shardRun runs the modules of one shard.
type shardRun struct {
	*prepared
	c       *collector
	index   int
	options *Options
	guard   *watchdog.Watchdog
	modules []string
	later   []postponed
}

// maxFreshVMs bounds how many VMs a shard starts because modules failed. A start takes about 2 ms.
const maxFreshVMs = 20

// firstRound runs all modules, and postpones those that are not done in time.
func (s *shardRun) firstRound() error {
	turns := s.guard.Turns
	next := 0
	for count := 0; next < len(s.modules) && !turns.Exhausted(); count++ {
		in := span{first: next, end: len(s.modules), fresh: count-len(s.later) < maxFreshVMs}
		var later *postponed
		err := s.inFreshVM(next, func(r *runner) (err error) {
			next, later, err = r.run(s.modules, in)
			return err
		})
		if err != nil {
			return err
		}
		if later != nil {
			s.later = append(s.later, *later)
		}
	}
	s.c.locked(func() { s.c.shards[s.index].unreached = s.modules[next:] })
	turns.EndRound(s.index, len(s.later))
	return nil
}

// secondRound runs each module that was postponed again, if it has more time now.
func (s *shardRun) secondRound() error {
	turns := s.guard.Turns
	if len(s.later) == 0 {
		return nil
	}
	select {
	case <-turns.Second:
	case <-s.guard.Quit:
		return nil
	}
	for _, one := range s.later {
		still := &one
		if limit := turns.Share(); limit > one.had {
			in := span{first: one.module, end: one.module + 1, limit: limit}
			err := s.inFreshVM(one.module, func(r *runner) (err error) {
				_, still, err = r.run(s.modules, in)
				return err
			})
			if err != nil {
				return err
			}
		}
		if still != nil {
			path := s.modules[one.module]
			failed := Module{Path: path, Failure: &Failure{
				Rule: RuleEndless, Message: turns.Unfinished(still.had), File: cmp.Or(still.at.File, path), At: still.at.At,
			}}
			s.c.locked(func() {
				shard := &s.c.shards[s.index]
				shard.vms = append(shard.vms, vmResult{first: one.module, modules: []Module{failed}})
			})
		}
	}
	return nil
}

// inFreshVM runs modules of the shard in a VM of their own, from the one with the index first on, and appends their
// summary.
func (s *shardRun) inFreshVM(first int, run func(*runner) error) error {
	r, err := (*runner)(nil), error(nil)
	if s.index < len(s.options.Spares) {
		r = s.options.Spares[s.index].take(s.library)
	}
	if r == nil {
		if r, err = newRunner(s.options); err != nil {
			return err
		}
	}
	defer s.guard.Watch(r.runtime)()
	c, index := s.c, s.index
	r.realm.Allocating = func(bytes uint64) { s.guard.Allocating(index, bytes) }
	own := 0
	c.locked(func() {
		own = len(c.shards[index].vms)
		c.shards[index].vms = append(c.shards[index].vms, vmResult{first: first})
	})
	last := ""
	entering := func(file string) {
		if file == last {
			return
		}
		last = file
		s.options.entering(index, file)
		c.locked(func() {
			c.count++
			c.current[index] = entered{file: file, nth: c.count}
		})
	}
	entering(s.options.LibraryFile)
	if err := r.load(s.prepared, s.options); err != nil {
		return err
	}
	r.guard = s.guard
	r.entering = func(file string) {
		r.file = file
		entering(file)
	}
	r.interruptedIn = func(file string) { c.interrupted(index, file) }
	r.commit = func(m Module, recordings []*recording) bool {
		return c.locked(func() {
			vm := &c.shards[index].vms[own]
			vm.modules, vm.recordings = append(vm.modules, m), append(vm.recordings, recordings...)
			c.current[index] = entered{}
		})
	}
	if err := run(r); err != nil {
		return err
	}
	c.locked(func() { c.current[index] = entered{} })
	summary := r.summarize(r.defaults)
	c.locked(func() { c.shards[index].vms[own].summary = summary })
	return nil
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
