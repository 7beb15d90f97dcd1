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
	h.onClose(func() error {
		s.vm.Close()
		return db.Close()
	})
	fns := storeFunctions(db)
	fns["__svc_host_env"] = constant(h.bindings.all)
	fns["__svc_host_observe"] = h.actorError
	for name, fn := range fns {
		if err := s.vm.BindSync(name, fn); err != nil {
			return nil, err
		}
	}
	if err := runHostScript(context.Background(), s.vm, "state.js"); err != nil {
		return nil, err
	}
	h.phase("start the actors", start)
	return s, nil
}

// call runs a method of an actor. Its writes are durable when call returns.
func (s *stateVM) call(ctx context.Context, request string) (string, error) {
	if err := s.failure(); err != nil {
		return "", err
	}
	answer, err := s.vm.Call(ctx, "__svc_actor", request)
	if err != nil {
		return "", err
	}
	if _, err := s.vm.Call(ctx, flushFunction, ""); err != nil {
		s.fail(err)
		return "", fmt.Errorf("%w: %w", ErrState, err)
	}
	return answer, nil
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
