package disposable

import (
	"context"
	"slices"
	"sync"
)

// Spare keeps a process that is started ahead of its work, for a command that repeats it: a process takes longer to
// start than to check a small project. The process loads nothing before it gets its work. The zero value has none.
type Spare struct {
	mu    sync.Mutex
	ready *waiting
}

// waiting is a process that waits for its work. Its goroutine stays on one thread, because the system ends the process
// with the thread that started it.
type waiting struct {
	options Options
	work    chan work
	// ended receives how the process ended, nothing if it was dead before its work came.
	ended chan ending
}

// work is what a process that waits gets.
type work struct {
	ctx     context.Context
	request []byte
}

// prepare starts a process for the next work with these options, unless there is one.
func (s *Spare) prepare(o Options) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ready != nil {
		return
	}
	if o.Request != nil {
		o.Request = []byte{} // that of the work that is done
	}
	w := &waiting{options: o, work: make(chan work, 1), ended: make(chan ending, 1)}
	s.ready = w
	go w.run()
}

func (w *waiting) run() {
	defer close(w.ended)
	p, err := start(w.options, state{Asked: true, Acts: w.options.Acts, Waits: true, Ordered: w.options.Request != nil})
	if err != nil {
		<-w.work // Run starts its own
		return
	}
	next := <-w.work
	if next.ctx.Err() != nil || p.Begin(next.request) != nil {
		p.Kill()
		end := p.Wait(context.Background())
		end.Close()
		return
	}
	w.ended <- explain(p.Wait(next.ctx))
}

// take has the spare process do the work of the first process of Run. ok means that there was one.
func (s *Spare) take(ctx context.Context, o Options, first state) (end ending, ok bool) {
	if s == nil || first.Deaths > 0 {
		return end, false
	}
	s.mu.Lock()
	w := s.ready
	s.ready = nil
	s.mu.Unlock()
	if w == nil {
		return end, false
	}
	if !w.options.same(o) {
		ended, cancel := context.WithCancel(ctx)
		cancel()
		w.work <- work{ctx: ended}
		return end, false
	}
	w.work <- work{ctx, o.Request}
	end, ok = <-w.ended
	return end, ok
}

// same reports whether a process that was started with o can do the work of other.
func (o Options) same(other Options) bool {
	return o.Program == other.Program && slices.Equal(o.Args, other.Args) && slices.Equal(o.Env, other.Env) &&
		o.Acts == other.Acts && o.Silent == other.Silent && (o.Request == nil) == (other.Request == nil)
}
