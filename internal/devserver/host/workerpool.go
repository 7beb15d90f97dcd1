package host

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/jsvm"
)

const (
	// drainLimit is how long requests may continue in a VM that was replaced.
	drainLimit = 20 * time.Second
	// backgroundLimit is how long promises may continue that requests have passed to waitUntil.
	backgroundLimit = 30 * time.Second
)

var (
	errReplaced = errors.New("the worker was replaced, and this request exceeded the time to finish")
	errNoCode   = errors.New("the worker has no code yet")
	// ErrStopped is the error of work that the end of the server cuts short.
	ErrStopped = errors.New("the server is shutting down")
)

// workerPool is the VM of one worker and the instances that are draining. Requests go to the newest VM. A VM that dies
// is replaced immediately, or after a pause if the one before it died soon, too. A request ends the pause. A VM that
// was replaced ends when its requests have ended. The methods may be called from any goroutine.
type workerPool struct {
	clock jsvm.Clock
	// died receives why a VM died.
	died func(error)

	mu sync.Mutex // guards what follows
	// start creates a VM; nil until the worker has code. version counts its replacements.
	start   startVM
	version int
	current *instance
	backoff restartBackoff
	// starting is the start in progress; nil for none.
	starting *startAttempt
	stopped  bool
	retiring sync.WaitGroup
	// draining are the instances that wait for their users.
	draining map[*instance]bool
}

type startVM func(context.Context) (pooledVM, error)

func newWorkerPool(clock jsvm.Clock, died func(error), start startVM) *workerPool {
	return &workerPool{clock: clock, died: died, start: start, draining: map[*instance]bool{}}
}

// acquire returns the newest VM, and starts one when there is none. The caller releases it.
func (p *workerPool) acquire(ctx context.Context) (*instance, error) {
	for {
		p.mu.Lock()
		if p.stopped {
			p.mu.Unlock()
			return nil, ErrStopped
		}
		if i := p.current; i != nil && i.Err() == nil {
			i.users++
			p.mu.Unlock()
			return i, nil
		}
		if p.start == nil {
			p.mu.Unlock()
			return nil, errNoCode
		}
		p.endPause()
		a := p.begin(0)
		p.mu.Unlock()
		if err := jsvm.Await(ctx, a.done); err != nil {
			return nil, err
		}
		if a.err != nil {
			return nil, a.err
		}
	}
}

// begin starts a VM after a pause, or joins the start in progress. The caller holds the mutex.
func (p *workerPool) begin(pause time.Duration) *startAttempt {
	if p.starting != nil {
		return p.starting
	}
	a := &startAttempt{done: make(chan struct{})}
	p.starting = a
	start, version := p.start, p.version
	run := func() {
		p.mu.Lock()
		a.pausing = false
		skipped := p.starting != a
		p.mu.Unlock()
		if skipped {
			return
		}
		vm, err := start(context.Background())
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.starting == a {
			p.starting = nil
		}
		if err == nil && (p.stopped || p.version != version) {
			go vm.close() // replaced meanwhile: callers of acquire try again
		} else if err == nil {
			p.install(vm)
		}
		a.err = err
		close(a.done)
	}
	if pause == 0 {
		jsvm.GoUntracked(p.clock, run)
		return a
	}
	a.pausing = true
	p.clock.AfterFunc(pause, func() { jsvm.GoUntracked(p.clock, run) })
	return a
}

// endPause cancels a start that has not begun. The caller holds the mutex.
func (p *workerPool) endPause() {
	if a := p.starting; a != nil && a.pausing {
		p.starting = nil
		close(a.done)
	}
}

// forgetDeaths starts the next VM without a pause. The caller holds the mutex.
func (p *workerPool) forgetDeaths() {
	p.backoff = restartBackoff{}
	p.endPause()
}

// install makes a VM the newest one. The caller holds the mutex.
func (p *workerPool) install(vm pooledVM) {
	old := p.current
	p.current = newInstance(p, vm)
	go p.watch(p.current)
	if old != nil {
		p.retire(old, drainLimit)
	}
}

// watch replaces a VM that dies.
func (p *workerPool) watch(i *instance) {
	<-i.Done()
	p.mu.Lock()
	mine := p.current == i && !p.stopped
	if mine {
		p.current = nil
		p.begin(p.backoff.died(p.clock.Now().Sub(i.started)))
		p.retire(i, 0)
	}
	p.mu.Unlock()
	if mine {
		p.died(i.Err())
	}
}

// retire closes an instance when its users have left or have exceeded the limit. The caller holds the mutex.
func (p *workerPool) retire(i *instance, limit time.Duration) {
	i.retire()
	p.draining[i] = true
	p.retiring.Go(func() {
		p.drain(i, limit)
		i.close()
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.draining, i)
	})
}

// drain waits for the users of an instance, then for their background work.
func (p *workerPool) drain(i *instance, limit time.Duration) {
	defer p.clock.AfterFunc(limit, func() { i.leave(errReplaced) })()
	select {
	case <-i.idle:
	case <-i.Done():
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	defer p.clock.AfterFunc(backgroundLimit, cancel)()
	i.settle(ctx)
}

// prepare makes the first VM with start when it is needed.
func (p *workerPool) prepare(start startVM) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.forgetDeaths()
	p.start = start
	p.version++
}

// replace makes the next VM with start. When that fails, the current VM remains.
func (p *workerPool) replace(ctx context.Context, start startVM) error {
	vm, err := start(ctx)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped {
		go vm.close()
		return ErrStopped
	}
	p.forgetDeaths()
	p.start = start
	p.version++
	p.install(vm)
	return nil
}

// exchange is replace for a worker that must never have two VMs: users have limit to leave, then the next VM starts.
func (p *workerPool) exchange(ctx context.Context, limit time.Duration, start startVM) error {
	a := &startAttempt{done: make(chan struct{})}
	p.mu.Lock()
	if p.stopped {
		p.mu.Unlock()
		return ErrStopped
	}
	p.forgetDeaths()
	p.start = start
	p.version++
	old := p.current
	p.current, p.starting = nil, a
	if old != nil {
		old.retire()
	}
	p.mu.Unlock()
	if old != nil {
		stop := p.clock.AfterFunc(limit, func() { old.leave(errReplaced) })
		select {
		case <-old.idle:
		case <-old.ctx.Done():
		}
		stop()
		old.close()
	}
	vm, err := start(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.starting = nil
	switch {
	case err == nil && p.stopped:
		go vm.close()
		err = ErrStopped
	case err == nil:
		p.install(vm)
	}
	a.err = err
	close(a.done)
	return err
}

// stop takes no more users, waits for the current ones until ctx ends, and closes all VMs.
func (p *workerPool) stop(ctx context.Context) {
	p.mu.Lock()
	p.stopped = true
	p.forgetDeaths()
	i := p.current
	p.current = nil
	if i != nil {
		p.retire(i, backgroundLimit)
	}
	draining := slices.Collect(maps.Keys(p.draining))
	p.mu.Unlock()
	defer context.AfterFunc(ctx, func() {
		for _, i := range draining {
			i.leave(ErrStopped)
			i.close()
		}
	})()
	p.retiring.Wait()
}
