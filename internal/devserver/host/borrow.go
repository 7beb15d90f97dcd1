package host

import (
	"bytes"
	"context"
	"net/http"

	"github.com/appsvc/svc/internal/jsvm"
)

// borrowed is the process that serves a worker's requests, as one caller uses it.
type borrowed struct {
	*instance
	options WorkerOptions
}

// borrowedKey is the context key of the options of a borrowed process.
type borrowedKey struct{}

// Borrow returns the process that serves a worker, if debuggers can connect to it: a breakpoint must pause every
// request of the worker. It returns nil if there is none with the same code. What the process reports and asks for a
// request goes to the options, but the process writes the records of its invocations itself.
func (h *Host) Borrow(ctx context.Context, worker string, o WorkerOptions) Runner {
	if h.options.Edge == nil || h.options.Edge.Inspect == nil || UsesOAuth(h.options.App) {
		return nil // the isolate keeps tokens of OAuth, and those of a caller are not those of a portal
	}
	h.mu.Lock()
	u := h.served[worker]
	h.mu.Unlock()
	if u == nil {
		return nil
	}
	i, err := u.pool.acquire(ctx)
	if err != nil {
		return nil
	}
	if w, isEdge := i.pooledVM.(*edgeWorker); !isEdge || !bytes.Equal(w.script, o.Worker.Script) {
		i.release()
		return nil
	}
	return &borrowed{i, o}
}

// Fetch implements Runner.
func (b *borrowed) Fetch(ctx context.Context, r *jsvm.Request) (*jsvm.Response, error) {
	ctx, cancel := joined(context.WithValue(ctx, borrowedKey{}, &b.options), b.ctx)
	defer cancel()
	return b.pooledVM.(*edgeWorker).Fetch(ctx, r)
}

// Step implements Runner.
func (b *borrowed) Step(ctx context.Context, request string) (string, error) {
	return b.pooledVM.(*edgeWorker).Step(ctx, request)
}

// Idle implements Runner.
func (b *borrowed) Idle(idle func()) { idle() }

// Interrupt implements Runner. The process serves other requests, too.
func (*borrowed) Interrupt(string) {}

// Close implements Runner.
func (b *borrowed) Close() { b.release() }

// lending returns options that prefer those of the caller that has borrowed the process for a request. current returns
// the context of the report that is being passed on.
func lending(o WorkerOptions, current func() context.Context) WorkerOptions {
	actor, recorder, worker := o.Actor, o.Recorder, o.Worker
	o.Actor = func(ctx context.Context, request string) (string, error) {
		if own := borrowerOf(ctx); own != nil {
			return own.Actor(ctx, mapFailures(worker, request))
		}
		return actor(ctx, request)
	}
	o.Recorder = func() Recorder {
		if own := borrowerOf(current()); own != nil {
			return own.Recorder()
		}
		if recorder == nil {
			return nil
		}
		return recorder()
	}
	o.WrapTransport = func(next http.RoundTripper) http.RoundTripper { return lentTransport{next} }
	return o
}

// borrowerOf returns the options of the caller that a context belongs to; nil for none.
func borrowerOf(ctx context.Context) *WorkerOptions {
	own, _ := ctx.Value(borrowedKey{}).(*WorkerOptions)
	return own
}

// lentTransport carries requests as the caller that has borrowed the process wants.
type lentTransport struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (t lentTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	if own := borrowerOf(r.Context()); own != nil && own.WrapTransport != nil {
		return own.WrapTransport(t.next).RoundTrip(r)
	}
	return t.next.RoundTrip(r)
}
