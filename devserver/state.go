// This file runs the app worker: the actors of all workers and the routes of the whole app, in one VM
// over the store. It is started when it is first asked for.

package devserver

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/store"
)

// stateVM is the VM of the app worker.
type stateVM struct {
	vm    *jsvm.VM
	state *ledger
}

func (s *stateVM) machine() *jsvm.VM { return s.vm }

func (s *stateVM) settle(ctx context.Context) { settle(ctx, s.vm) }

// close ends the VM. What its turns have written by then is kept.
func (s *stateVM) close() {
	_ = s.state.committed(context.Background(), s.vm) // a VM that has ended has nothing to commit
	s.vm.Close()
}

// newState starts the app worker over the store, which it takes over from the VM before it.
func (h *Host) newState(ctx context.Context) (*stateVM, error) {
	l, err := h.ledger()
	if err != nil {
		return nil, err
	}
	start := h.options.Now()
	s := &stateVM{state: l}
	options := h.vmOptions()
	options.Transport = committing{s, options.Transport}
	r := &reporter{h: h}
	options.Console, options.Uncaught = r.console, r.uncaught
	if s.vm, err = jsvm.New(options); err != nil {
		return nil, err
	}
	if err := s.load(ctx, h, r); err != nil {
		s.vm.Close()
		return nil, err
	}
	h.phase("start the app worker", start)
	return s, nil
}

// load binds the host protocol and runs the scripts of the app worker.
func (s *stateVM) load(ctx context.Context, h *Host, r *reporter) error {
	if err := s.state.hand(s.vm); err != nil {
		return fmt.Errorf("%w: %w", ErrState, err)
	}
	if err := s.readAlarms(h.alarms); err != nil {
		return err
	}
	fns := storeFunctions(s, h.alarms)
	fns["__svc_host_env"] = constant(h.bindings.ofApp())
	fns["__svc_host_log"] = r.log
	fns["__svc_host_observe"] = r.observe
	for name, fn := range fns {
		if err := s.vm.BindSync(name, fn); err != nil {
			return err
		}
	}
	if err := s.vm.Bind("__svc_host_worker", func(ctx context.Context, request string) (string, error) {
		if err := s.state.committed(ctx, s.vm); err != nil {
			return "", err
		}
		return h.step(ctx, request)
	}); err != nil {
		return err
	}
	footer, err := h.appFooter(ctx)
	if err != nil {
		return err
	}
	for _, script := range appScripts {
		program, err := script()
		if err != nil {
			return err
		}
		if err := s.vm.Run(ctx, program); err != nil {
			return err
		}
	}
	return s.vm.Run(ctx, footer)
}

func (s *stateVM) readAlarms(w *alarms) error {
	var all []store.Alarm
	err := s.state.use(s.vm, func(db *store.DB) (err error) {
		all, err = db.Alarms()
		return err
	})
	if err != nil {
		return fmt.Errorf("%w: %w", ErrState, err)
	}
	w.reset(all)
	return nil
}

// appFooter serves the app worker with the manifest of the project.
func (h *Host) appFooter(ctx context.Context) (*jsvm.Program, error) {
	manifest, err := h.options.Manifest(ctx)
	if err != nil {
		return nil, err
	}
	profile, err := json.Marshal(h.options.Profile)
	if err != nil {
		return nil, err
	}
	return jsvm.Compile("svc:footer", "__svc_state.serve(__svc_app.createAppWorker({ manifest: "+literal(manifest)+
		", profile: "+literal(profile)+" }), {"+h.options.MoreActors+"});")
}

// literal writes JSON as an expression. As it stands JSON is none: a member __proto__ means another thing.
func literal(text []byte) string {
	return "JSON.parse(" + quote(string(text)) + ")"
}

// call runs a method of an actor. Its writes are durable when call returns. It goes on when the caller
// has gone: others may wait for what it has begun, such as the refresh of a token.
func (s *stateVM) call(ctx context.Context, request string) (string, error) {
	ctx = context.WithoutCancel(ctx)
	answer, err := s.vm.Call(ctx, "__svc_actor", request)
	if err != nil {
		return "", err
	}
	return answer, s.state.committed(ctx, s.vm)
}

// alarm runs the alarm of an actor.
func (s *stateVM) alarm(ctx context.Context, a store.Actor) error {
	request, err := json.Marshal(map[string]string{"class": a.Class, "name": a.Name})
	if err != nil {
		return err
	}
	text, err := s.vm.Call(ctx, "__svc_alarm", string(request))
	if err != nil {
		return err
	}
	if err := answered(text); err != nil {
		return fmt.Errorf("the alarm of %s %q: %w", a.Class, a.Name, err)
	}
	return nil
}

// answered reads {"v"} or {"e"}.
func answered(text string) error {
	var answer struct {
		E *struct{ Code, Message string }
	}
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		return fmt.Errorf("the answer is no JSON: %w", err)
	}
	if answer.E != nil {
		return fmt.Errorf("%s: %s", answer.E.Code, answer.E.Message)
	}
	return nil
}

// takeAway clears the alarm of an actor, unless it was set anew while it ran.
func (s *stateVM) takeAway(ctx context.Context, w *alarms, a store.Actor) error {
	err := s.vm.Do(ctx, func() error {
		if !w.settled(a) {
			return nil
		}
		w.set(a, nil)
		return s.state.write(s.vm, func(db *store.DB) error { return db.ClearAlarm(a) })
	})
	if err != nil {
		return err
	}
	return s.state.committed(ctx, s.vm)
}

// committing is a transport whose requests leave only after the turn that sent them is on disk.
type committing struct {
	s     *stateVM
	inner http.RoundTripper
}

func (t committing) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := t.s.state.committed(r.Context(), t.s.vm); err != nil {
		return nil, err
	}
	return t.inner.RoundTrip(r)
}

// constant is a host function that always gives the same JSON.
func constant(value any) func(string) (string, error) {
	text, err := json.Marshal(value)
	return func(string) (string, error) { return string(text), err }
}
