// This file is what one invocation knows beside its worker: what it has seen, and the install that it was given.

package devserver

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"
)

// invocationRun is one invocation under way.
type invocationRun struct {
	h    *Host
	seen *recorder
	// install is the fixture of the invocation; nil for none.
	install *Install
	// spools says that the records of the invocation are left beside the state, and go to no actor from here.
	spools bool

	mu sync.Mutex
	// stateErr is why the state could not be used: the host's error, whatever the handler made of it.
	stateErr error
}

func (r *invocationRun) collect() *recorder { return r.seen }

// tokenLife is for how long an access token of the fixture is handed out.
const tokenLife = time.Hour

// actor passes a call of an actor on to the app worker. What the fixture of the invocation stands for is
// answered here: nothing of it is kept, and most invocations need no app worker then.
func (r *invocationRun) actor(ctx context.Context, request string) (string, error) {
	if answer := r.fixture(request); answer != "" {
		return answer, nil
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

// fixture is the answer of the install that the invocation runs for; "" when an actor has to be asked.
func (r *invocationRun) fixture(request string) string {
	var call struct{ Class, Name, Method string }
	if json.Unmarshal([]byte(request), &call) != nil {
		return ""
	}
	if r.spools && call.Class == portalActor && call.Method == "record" {
		return `{"v":null}`
	}
	if call.Class != "InstallActor" {
		return ""
	}
	install := Install{State: "active"}
	if r.install != nil {
		install.Config = r.install.Config
		if r.install.State != "" {
			install.State = r.install.State
		}
	}
	switch {
	case call.Method == "describe":
		portal, _ := json.Marshal(r.install.portal())
		return `{"v":{"id":` + quote(call.Name) + `,"portalId":` + string(portal) + `,"state":` + quote(install.State) + `}}`
	case call.Method == "accessToken":
		return fmt.Sprintf(
			`{"v":{"token":%s,"livesMs":%d}}`, quote(r.h.bindings.all[accessTokenName]), tokenLife.Milliseconds(),
		)
	case call.Method == "config" && install.Config != nil:
		return `{"v":` + string(install.Config) + `}`
	}
	return ""
}

func quote(text string) string {
	quoted, _ := json.Marshal(text) // a string always marshals
	return string(quoted)
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
