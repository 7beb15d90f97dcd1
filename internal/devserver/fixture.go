package devserver

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/devserver/host"
)

// installFixture is the install of an invocation: that of the local state, except what the caller gave. Without one it
// answers the calls of the install's actor itself, most of which need no app worker then.
type installFixture struct {
	h    *host.Host
	seen *recorder
	// install is what the caller gave; nil for none.
	install *Install
	// spools reports that the records of the invocation are spooled instead of sent to an actor.
	spools bool

	mu sync.Mutex
	// stateErr is why the state could not be used. The handler may have caught that error.
	stateErr error
}

func (f *installFixture) recorder() host.Recorder { return f.seen }

// tokenLife is the lifetime of the fixture's access token.
const tokenLife = time.Hour

// actorCall is a call of an actor.
type actorCall struct{ Class, Name, Method string }

// actor answers a call of an actor: with what the caller gave, else by the actor, else as an install that no state has.
func (f *installFixture) actor(ctx context.Context, request string) (string, error) {
	var call actorCall
	if json.Unmarshal([]byte(request), &call) != nil {
		return f.ask(ctx, request) // which is rejected
	}
	if answer := f.given(call); answer != "" {
		return answer, nil
	}
	made := f.madeUp(call)
	if made == "" {
		return f.ask(ctx, request)
	}
	if !f.mayBeInstalled() {
		return made, nil
	}
	answer, err := f.ask(ctx, request)
	if err == nil && isNotInstalled(answer) {
		return made, nil
	}
	return answer, err
}

// ask calls the actor.
func (f *installFixture) ask(ctx context.Context, request string) (string, error) {
	if err := f.stateFailure(); err != nil {
		return "", err // opening the state again would fail differently, such as on the lock of the first attempt
	}
	answer, err := f.h.CallActor(ctx, request)
	if err != nil && ctx.Err() == nil {
		return "", f.stateFailed(err)
	}
	return answer, err
}

// mayBeInstalled reports whether the state may have the install: that of an app with OAuth, in the emulated CRM.
func (f *installFixture) mayBeInstalled() bool {
	o := f.h.Options()
	return host.UsesOAuth(o.App) && o.CRM == host.CRMEmulated && f.h.HasState()
}

// isNotInstalled reports whether an answer is the error of an actor without install.
func isNotInstalled(answer string) bool {
	var members struct{ E struct{ Code string } }
	return json.Unmarshal([]byte(answer), &members) == nil && members.E.Code == "install_not_found"
}

// reporting is actor for an observer; nil for none.
func (f *installFixture) reporting(observe func(request, answer string)) func(context.Context, string) (string, error) {
	if observe == nil {
		return f.actor
	}
	return func(ctx context.Context, request string) (string, error) {
		answer, err := f.actor(ctx, request)
		if err == nil {
			observe(request, answer)
		}
		return answer, err
	}
}

// given answers with what the caller gave; "" where the caller gave nothing.
func (f *installFixture) given(call actorCall) string {
	switch {
	case f.spools && call.Class == host.PortalActor && call.Method == "record":
		return `{"v":null}`
	case call.Class != installActor || f.install == nil:
		return ""
	case call.Method == "config" && f.install.Config != nil:
		return `{"v":` + string(f.install.Config) + `}`
	case f.install.State != "" || f.install.ID != "":
		return f.madeUp(call) // the caller describes an install of its own
	}
	return ""
}

// madeUp answers as the install that the caller describes, by default an active one; "" where an actor has to answer.
func (f *installFixture) madeUp(call actorCall) string {
	if call.Class != installActor {
		return ""
	}
	switch {
	case call.Method == "describe":
		state := "active"
		if f.install != nil && f.install.State != "" {
			state = f.install.State
		}
		const form = `{"v":{"id":%s,"portalId":%d,"state":%s}}`
		return fmt.Sprintf(form, quote(call.Name), f.install.portal(), quote(state))
	case call.Method == "accessToken":
		return fmt.Sprintf(`{"v":{"token":%s,"livesMs":%d}}`, quote(f.h.AccessToken()), tokenLife.Milliseconds())
	case call.Method == "appId" && host.UsesOAuth(f.h.Options().App):
		return fmt.Sprintf(`{"v":%d}`, host.DefaultAppID)
	}
	return ""
}

func quote(text string) string {
	quoted, _ := json.Marshal(text) // a string always marshals
	return string(quoted)
}

// stateFailed keeps the first error: concurrent calls fail only because of it.
func (f *installFixture) stateFailed(err error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.stateErr == nil {
		f.stateErr = err
	}
	return f.stateErr
}

func (f *installFixture) stateFailure() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.stateErr
}
