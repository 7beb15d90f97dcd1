// This file guards the store: of the state VMs that follow one another only the newest may use it, and
// what one turn has written becomes durable in one commit.

package devserver

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/store"
)

// ErrState wraps what keeps the state from being used. It is the host's error, not the handler's.
var ErrState = errors.New("the state cannot be used")

// errRevoked is told to a VM that another one has followed.
var errRevoked = fmt.Errorf("%w: another VM has taken it over", ErrState)

// ledger is the store and who holds it.
type ledger struct {
	mu     sync.Mutex // guards what follows
	db     *store.DB
	holder *jsvm.VM
	// flushing says that a commit of this turn is on its way.
	flushing bool
	// commit is DB.Flush, but for tests of a disk that fails.
	commit func(*store.DB) error
}

func newLedger(db *store.DB) *ledger { return &ledger{db: db, commit: (*store.DB).Flush} }

// hand gives the store to a VM. What the one before has not committed is forgotten.
func (l *ledger) hand(vm *jsvm.VM) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.holder, l.flushing = vm, false
	return l.db.Discard()
}

// use works with the store for a VM, on its loop.
func (l *ledger) use(vm *jsvm.VM, work func(*store.DB) error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.holder != vm {
		return errRevoked
	}
	return work(l.db)
}

// write is use for work that writes: the turn is followed by one that commits. No write of one turn is
// ever durable without the others.
func (l *ledger) write(vm *jsvm.VM, work func(*store.DB) error) error {
	return l.use(vm, func(db *store.DB) error {
		if !l.flushing {
			l.flushing = true
			vm.Enqueue(func() error {
				l.flush(vm)
				return nil
			})
		}
		return work(db)
	})
}

// flush commits. When that fails the VM is given up: its memory is ahead of the disk, so nothing that it
// says can be believed any more.
func (l *ledger) flush(vm *jsvm.VM) {
	err := l.use(vm, func(db *store.DB) error {
		l.flushing = false
		return l.commit(db)
	})
	if err != nil && !errors.Is(err, errRevoked) {
		vm.End(fmt.Errorf("%w: %w", ErrState, err))
	}
}

// committed returns when all that the VM's turns have written by now is on disk.
func (l *ledger) committed(ctx context.Context, vm *jsvm.VM) error {
	return vm.Do(ctx, func() error {
		l.flush(vm)
		return nil
	})
}

// close commits what is left and lets go of the file.
func (l *ledger) close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.holder = nil
	return l.db.Close()
}
