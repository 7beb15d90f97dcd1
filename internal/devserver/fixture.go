package devserver

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/devserver/host"
)

// installFixture is the install of an invocation. It answers the calls of its actor, most of which need no app worker
// then.
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

// actor answers a call of the install's actor, or passes it on to the app worker.
func (f *installFixture) actor(ctx context.Context, request string) (string, error) {
	if answer := f.answer(request); answer != "" {
		return answer, nil
	}
	if err := f.stateFailure(); err != nil {
		return "", err // opening the state again would fail differently, such as on the lock of the first attempt
	}
	answer, err := f.h.CallActor(ctx, request)
	if err != nil && ctx.Err() == nil {
		return "", f.stateFailed(err)
	}
	return answer, err
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

// answer returns the answer of the install that the invocation runs for; "" when an actor has to answer.
func (f *installFixture) answer(request string) string {
	var call struct{ Class, Name, Method string }
	if json.Unmarshal([]byte(request), &call) != nil {
		return ""
	}
	if f.spools && call.Class == host.PortalActor && call.Method == "record" {
		return `{"v":null}`
	}
	if call.Class != installActor {
		return ""
	}
	install := Install{State: "active"}
	if f.install != nil {
		install.Config = f.install.Config
		if f.install.State != "" {
			install.State = f.install.State
		}
	}
	switch {
	case call.Method == "describe":
		const form = `{"v":{"id":%s,"portalId":%d,"state":%s}}`
		return fmt.Sprintf(form, quote(call.Name), f.install.portal(), quote(install.State))
	case call.Method == "accessToken":
		return fmt.Sprintf(`{"v":{"token":%s,"livesMs":%d}}`, quote(f.h.AccessToken()), tokenLife.Milliseconds())
	case call.Method == "appId" && host.UsesOAuth(f.h.Options().App):
		return fmt.Sprintf(`{"v":%d}`, host.DefaultAppID)
	case call.Method == "config" && install.Config != nil:
		return `{"v":` + string(install.Config) + `}`
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
