// This file is what one invocation knows beside its worker: what it has seen, and the install that it was given.

package devserver

import (
	"context"
	"encoding/json"
	"sync"
)

// invocationRun is one invocation under way.
type invocationRun struct {
	h    *Host
	seen *recorder
	// install is the fixture of the invocation; nil for none.
	install *Install

	mu sync.Mutex
	// stateErr is why the state could not be used: the host's error, whatever the handler made of it.
	stateErr error
}

// actor passes a call of an actor on to the app worker. The configuration of an install that was given
// for this invocation is answered here: it is not kept.
func (r *invocationRun) actor(ctx context.Context, request string) (string, error) {
	if r.install != nil && r.install.Config != nil {
		var call struct{ Class, Method string }
		if json.Unmarshal([]byte(request), &call) == nil && call.Class == "InstallActor" && call.Method == "config" {
			return `{"v":` + string(r.install.Config) + `}`, nil
		}
	}
	if err := r.stateFailure(); err != nil {
		return "", err // opening it again would fail in another way, such as on the lock of the first time
	}
	answer, err := r.h.actor(ctx, request)
	if err != nil && ctx.Err() == nil {
		return "", r.stateFailed(err)
	}
	return answer, err
}

// stateFailed keeps the first error: what calls that run side by side meet next only follows from it.
func (r *invocationRun) stateFailed(err error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stateErr == nil {
		r.stateErr = err
	}
	return r.stateErr
}

func (r *invocationRun) stateFailure() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stateErr
}
