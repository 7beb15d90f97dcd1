// This file runs the actors: one VM over the store, started when a worker first asks for an actor.

package devserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/store"
)

// stateVM is the VM that the actors of all workers live in.
type stateVM struct {
	vm *jsvm.VM
	db *store.DB
	// flushing says that a commit of this turn is on its way. On the VM's loop only.
	flushing bool
	// failed is set when a commit failed: the actors' memory is ahead of the disk, so nothing they
	// say can be believed any more.
	mu     sync.Mutex
	failed error
}

// ErrState wraps what keeps the state from being used. It is the host's error, not the handler's.
var ErrState = errors.New("the state cannot be used")

func (h *Host) newState() (*stateVM, error) {
	start := h.options.Now()
	db, err := h.openStore()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrState, err)
	}
	h.phase("open the state", start)
	start = h.options.Now()
	s := &stateVM{db: db}
	if s.vm, err = jsvm.New(h.vmOptions()); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if err := s.load(h); err != nil {
		return nil, errors.Join(err, s.close())
	}
	h.phase("start the actors", start)
	return s, nil
}

// load binds the host protocol and runs the actors' script.
func (s *stateVM) load(h *Host) error {
	fns := storeFunctions(s.db, s.written)
	fns[flushFunction] = func(string) (string, error) { return "", s.flush() }
	fns["__svc_host_env"] = constant(h.bindings.all)
	fns["__svc_host_observe"] = h.actorError
	for name, fn := range fns {
		if err := s.vm.BindSync(name, fn); err != nil {
			return err
		}
	}
	return runHostScript(context.Background(), s.vm, "state.js")
}

// close ends the actors. What their turns have written by then is kept.
func (s *stateVM) close() error {
	_, err := s.vm.Call(context.Background(), flushFunction, "")
	s.vm.Close()
	return errors.Join(err, s.db.Close())
}

// written has the turn that writes followed by one that commits: no write of one turn is ever durable
// without the others.
func (s *stateVM) written() {
	if !s.flushing {
		s.flushing = true
		s.vm.Enqueue(s.flush)
	}
}

func (s *stateVM) flush() error {
	s.flushing = false
	if err := s.db.Flush(); err != nil {
		s.fail(err)
	}
	return nil
}

// flushFunction ends the turns before it: their commit is on disk when a call of it returns.
const flushFunction = "__svc_store_flush"

// call runs a method of an actor. Its writes are durable when call returns.
func (s *stateVM) call(ctx context.Context, request string) (string, error) {
	if err := s.failure(); err != nil {
		return "", err
	}
	answer, err := s.vm.Call(ctx, "__svc_actor", request)
	if err != nil {
		return "", err
	}
	// The writes stand, whether or not the caller still waits for the answer.
	if _, err := s.vm.Call(context.WithoutCancel(ctx), flushFunction, ""); err != nil {
		return "", err
	}
	return answer, s.failure()
}

func (s *stateVM) failure() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failed
}

func (s *stateVM) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failed = fmt.Errorf("%w: %w", ErrState, err)
}

// actorError passes on an error that no actor meant to answer with: a mistake of the SDK.
func (h *Host) actorError(text string) (string, error) {
	var t struct{ Class, Method, Message, Stack string }
	if err := json.Unmarshal([]byte(text), &t); err != nil {
		return "", err
	}
	if h.options.OnLog != nil {
		h.options.OnLog(h.logLine("error", fmt.Sprintf("%s.%s failed: %s\n%s", t.Class, t.Method, t.Message, t.Stack)))
	}
	return "", nil
}

// constant is a host function that always gives the same JSON.
func constant(value any) func(string) (string, error) {
	text, err := json.Marshal(value)
	return func(string) (string, error) { return string(text), err }
}
