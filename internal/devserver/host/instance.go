package host

import (
	"context"
	"time"

	"github.com/appsvc/svc/internal/jsvm"
)

// pooledVM is what a worker pool runs.
type pooledVM interface {
	// Err returns why the VM has ended; nil while it runs. Done is closed then.
	Err() error
	Done() <-chan struct{}
	// fetch passes a request to the script, and its response to the client.
	fetch(ctx context.Context, r *jsvm.Request, to *responder) error
	// settle waits for the background work of requests, until ctx ends.
	settle(ctx context.Context)
	close()
}

// instance is one started VM with its active users.
type instance struct {
	pooledVM
	pool *workerPool
	// started is when it began to take users.
	started time.Time
	// ctx ends, with its cause, when users have to leave.
	ctx   context.Context
	leave context.CancelCauseFunc
	// The pool's mutex guards what follows.
	users   int
	retired bool
	idle    chan struct{} // closed when the instance is retired and has no users
}

func newInstance(pool *workerPool, vm pooledVM) *instance {
	i := &instance{pooledVM: vm, pool: pool, started: pool.clock.Now(), idle: make(chan struct{})}
	i.ctx, i.leave = context.WithCancelCause(context.Background())
	return i
}

// release ends one use of the instance.
func (i *instance) release() {
	i.pool.mu.Lock()
	defer i.pool.mu.Unlock()
	i.users--
	if i.retired && i.users == 0 {
		close(i.idle)
	}
}

// retire gives the instance no more users. The caller holds the pool's mutex.
func (i *instance) retire() {
	i.retired = true
	if i.users == 0 {
		close(i.idle)
	}
}

// startAttempt is one start of a VM. Its err may be read when done is closed.
type startAttempt struct {
	done chan struct{}
	err  error
	// pausing means that the start has not begun. The pool's mutex guards it.
	pausing bool
}
