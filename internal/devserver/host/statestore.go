package host

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/store"
)

// ErrState wraps what keeps the state from being used. It is an error of the host, not of a handler.
var ErrState = errors.New("the state cannot be used")

// unreadable returns the error of a file beside the state. without is as for store.UnreadableFile.
func unreadable(dir, name string, err error, without string) error {
	return fmt.Errorf("%w: %w", ErrState, store.UnreadableFile(StateDir(dir), name, err, without))
}

// errRevoked is the error of a VM that uses the store after its successor has taken it over.
var errRevoked = fmt.Errorf("%w: another VM has taken it over", ErrState)

// lockWait is how long a process waits for another one to release the state. Single invocations are short, but not on a
// busy machine, and a script may run several at the same time.
const lockWait = 5 * time.Second

// stateStore is the durable state and the app worker's VM that owns it. Only the newest VM may use the state. The
// writes of one turn become durable in one commit.
type stateStore struct {
	mu    sync.Mutex // guards what follows
	db    *store.DB
	owner *jsvm.VM
	// flushing reports that a commit of this turn is scheduled.
	flushing bool
	// commit makes writes durable.
	commit func(*store.DB) error
}

// openState returns the state, which its first call opens. A later call tries again after a failure: another process
// may have released the state by then.
func (h *Host) openState() (*stateStore, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.state == nil {
		start := h.machine()
		db, err := h.openStore()
		if err == nil {
			if err = h.forgetPacing(db); err != nil {
				err = errors.Join(err, db.Close())
			}
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrState, err)
		}
		h.state = &stateStore{db: db, commit: h.commit}
		h.Phase("open the state", start)
	}
	return h.state, nil
}

// HasState reports whether the host has stored state: in memory once it is opened, on disk also from earlier runs. It
// opens nothing.
func (h *Host) HasState() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.state != nil || !h.options.InMemory && store.Exists(StateDir(h.options.Dir))
}

func (h *Host) openStore() (*store.DB, error) {
	if h.options.InMemory {
		db := store.OpenMemory()
		if h.options.Import != nil {
			return db, db.Restore(&h.options.Import.Snapshot)
		}
		return db, nil
	}
	return store.Open(StateDir(h.options.Dir), lockWait)
}

// transfer makes a VM the owner. What its predecessor has not committed is discarded.
func (s *stateStore) transfer(vm *jsvm.VM) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.owner, s.flushing = vm, false
	return s.db.Discard()
}

// use runs work with the store for a VM, on its loop.
func (s *stateStore) use(vm *jsvm.VM, work func(*store.DB) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.owner != vm {
		return errRevoked
	}
	return work(s.db)
}

// write is use for work that writes: a turn that commits follows this one. A write of a turn is never durable without
// the others.
func (s *stateStore) write(vm *jsvm.VM, work func(*store.DB) error) error {
	return s.use(vm, func(db *store.DB) error {
		if !s.flushing {
			s.flushing = true
			vm.Enqueue(func() error {
				s.flush(vm)
				return nil
			})
		}
		return work(db)
	})
}

// flush commits. When that fails it ends the VM, whose memory is ahead of the disk: its answers are no longer reliable.
func (s *stateStore) flush(vm *jsvm.VM) {
	err := s.use(vm, func(db *store.DB) error {
		s.flushing = false
		return s.commit(db)
	})
	if err != nil && !errors.Is(err, errRevoked) {
		vm.End(fmt.Errorf("%w: %w", ErrState, err))
	}
}

// committed returns when everything that the VM's turns have written by now is on disk.
func (s *stateStore) committed(ctx context.Context, vm *jsvm.VM) error {
	return vm.Do(ctx, func() error {
		s.flush(vm)
		return nil
	})
}

// close commits what is left and closes the file.
func (s *stateStore) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.owner = nil
	return s.db.Close()
}
