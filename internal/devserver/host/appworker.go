package host

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/store"
)

// appVM is the VM of the app worker: the actors of all workers, and the routes of the whole app.
type appVM struct {
	vm    *jsvm.VM
	state *stateStore
}

// Err implements pooledVM.
func (a *appVM) Err() error { return a.vm.Err() }

// Done implements pooledVM.
func (a *appVM) Done() <-chan struct{} { return a.vm.Done() }

func (a *appVM) fetch(ctx context.Context, r *jsvm.Request, to *responder) error {
	// A response leaves only after the writes that it reports are on disk.
	to.before = func() error { return a.state.committed(ctx, a.vm) }
	return a.vm.FetchTo(ctx, r, to)
}

func (a *appVM) settle(ctx context.Context) { settle(ctx, a.vm) }

// close ends the VM. What its turns have written by then is kept.
func (a *appVM) close() {
	_ = a.state.committed(context.Background(), a.vm) // a VM that has ended has nothing to commit
	a.vm.Close()
}

// newAppVM starts the app worker over the store, which it takes over from its predecessor.
func (h *Host) newAppVM(ctx context.Context) (*appVM, error) {
	state, err := h.openState()
	if err != nil {
		return nil, err
	}
	start := h.machine()
	a := &appVM{state: state}
	options := h.vmOptions()
	options.Transport = committing{a, options.Transport}
	r := &reporter{h: h}
	options.Console, options.Uncaught = r.console, r.uncaught
	if a.vm, err = jsvm.New(options); err != nil {
		return nil, err
	}
	r.context = contextOf(a.vm)
	if err := a.load(ctx, h, r); err != nil {
		a.vm.Close()
		return nil, err
	}
	h.Phase("start the app worker", start)
	return a, nil
}

// load binds the host protocol and runs the scripts of the app worker.
func (a *appVM) load(ctx context.Context, h *Host, r *reporter) error {
	if err := a.state.transfer(a.vm); err != nil {
		return fmt.Errorf("%w: %w", ErrState, err)
	}
	if err := a.readAlarms(h.alarms); err != nil {
		return err
	}
	text, err := h.options.Manifest(ctx)
	if err != nil {
		return err
	}
	var project manifest.Project
	if err := json.Unmarshal(text, &project); err != nil {
		return err
	}
	fns := storeFunctions(a, h.alarms)
	fns["__svc_host_env"] = constant(h.bindings.ofApp(project.App.AlertSecrets()))
	fns["__svc_host_log"] = r.log
	fns["__svc_host_observe"] = r.observe
	for name, fn := range fns {
		if err := a.vm.BindSync(name, fn); err != nil {
			return err
		}
	}
	step := func(ctx context.Context, request string) (string, error) {
		if err := a.state.committed(ctx, a.vm); err != nil {
			return "", err
		}
		return h.step(ctx, request)
	}
	if err := a.vm.Bind("__svc_host_worker", step); err != nil {
		return err
	}
	footer, err := h.appFooter(text)
	if err != nil {
		return err
	}
	for _, script := range appScripts {
		program, err := script()
		if err != nil {
			return err
		}
		if err := a.vm.Run(ctx, program); err != nil {
			return err
		}
	}
	return a.vm.Run(ctx, footer)
}

func (a *appVM) readAlarms(w *alarms) error {
	var all []store.Alarm
	err := a.state.use(a.vm, func(db *store.DB) (err error) {
		all, err = db.Alarms()
		return err
	})
	if err != nil {
		return fmt.Errorf("%w: %w", ErrState, err)
	}
	w.reset(all)
	return nil
}

// appFooter ends the app worker's scripts: it serves the app of the project's manifest, JSON.
func (h *Host) appFooter(manifest []byte) (*jsvm.Program, error) {
	profile, err := json.Marshal(h.options.Profile)
	if err != nil {
		return nil, err
	}
	app := "__svc_app.createAppWorker({ manifest: " + literal(manifest) + ", profile: " + literal(profile) + " })"
	return jsvm.Compile("svc:footer", "__svc_state.serve("+app+", {"+h.hooks.ExtraActors+"});")
}

// literal returns JSON as an expression. JSON itself would differ: in source code a member __proto__ sets the
// prototype.
func literal(text []byte) string {
	quoted, _ := json.Marshal(string(text)) // a string always marshals
	return "JSON.parse(" + string(quoted) + ")"
}

// call runs a method of an actor. Its writes are durable when call returns. The method continues when the caller has
// left: others may wait for what it has begun, such as the refresh of a token.
func (a *appVM) call(ctx context.Context, request string) (string, error) {
	ctx = context.WithoutCancel(ctx)
	answer, err := a.vm.Call(ctx, "__svc_actor", request)
	if err != nil {
		return "", err
	}
	return answer, a.state.committed(ctx, a.vm)
}

// alarm runs the alarm of an actor.
func (a *appVM) alarm(ctx context.Context, of store.Actor) error {
	request, err := json.Marshal(map[string]string{"class": of.Class, "name": of.Name})
	if err != nil {
		return err
	}
	answer, err := a.vm.Call(ctx, "__svc_alarm", string(request))
	if err != nil {
		return err
	}
	if err := actorError(answer); err != nil {
		return fmt.Errorf("the alarm of %s %q: %w", of.Class, of.Name, err)
	}
	return nil
}

// removeAlarm clears the alarm of an actor, unless the actor has set it again while it ran.
func (a *appVM) removeAlarm(ctx context.Context, w *alarms, of store.Actor) error {
	err := a.vm.Do(ctx, func() error {
		if !w.settled(of) {
			return nil
		}
		w.set(of, nil)
		return a.state.write(a.vm, func(db *store.DB) error { return db.ClearAlarm(of) })
	})
	if err != nil {
		return err
	}
	return a.state.committed(ctx, a.vm)
}

// committing is a transport whose requests leave only after the turn that sent them is on disk.
type committing struct {
	a     *appVM
	inner http.RoundTripper
}

func (t committing) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := t.a.state.committed(r.Context(), t.a.vm); err != nil {
		return nil, err
	}
	return t.inner.RoundTrip(r)
}

// constant returns a host function that always returns the same value, as JSON.
func constant(value any) func(string) (string, error) {
	text, err := json.Marshal(value)
	return func(string) (string, error) { return string(text), err }
}
