package host

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/appsvc/svc/internal/reason"
	"github.com/appsvc/svc/internal/store"
)

// appDrainLimit is how long the app worker's requests may delay its successor.
const appDrainLimit = 2 * time.Second

// App starts the app worker alone, in this process, and returns its routes. Actors are not woken.
func (h *Host) App(ctx context.Context) (http.Handler, error) {
	if err := h.StartApp(ctx); err != nil {
		return nil, err
	}
	return http.HandlerFunc(h.ServeApp), nil
}

// ServeApp answers a request by the app worker.
func (h *Host) ServeApp(w http.ResponseWriter, r *http.Request) { h.serve(h.app, w, r) }

// StartApp starts the app worker, if it does not run yet.
func (h *Host) StartApp(ctx context.Context) error {
	i, err := h.app.acquire(ctx)
	if err != nil {
		return fmt.Errorf("the app worker does not start: %w", err)
	}
	i.release()
	return nil
}

// ReloadApp restarts the app worker with the current manifest. Requests in flight have a moment to end before that,
// since there is never more than one app worker.
func (h *Host) ReloadApp(ctx context.Context) error {
	start := func(ctx context.Context) (pooledVM, error) { return h.newAppVM(ctx) }
	return h.app.exchange(ctx, appDrainLimit, start)
}

func (h *Host) appDied(why error) {
	h.Log("error", "the app worker was stopped and restarted: "+reason.Of(why))
}

// withApp runs work with the app worker.
func (h *Host) withApp(ctx context.Context, work func(context.Context, *appVM) error) error {
	i, err := h.app.acquire(ctx)
	if err != nil {
		return err
	}
	defer i.release()
	ctx, cancel := joined(ctx, i.ctx)
	defer cancel()
	return work(ctx, i.pooledVM.(*appVM))
}

// withStore runs work with the store, in a turn of the app worker.
func (h *Host) withStore(ctx context.Context, work func(*store.DB) error) error {
	return h.withApp(ctx, func(ctx context.Context, a *appVM) error {
		return a.vm.Do(ctx, func() error { return a.state.use(a.vm, work) })
	})
}

// WakeActors starts to run alarms. Each is removed when its actor has handled it.
func (h *Host) WakeActors() {
	fire := func(ctx context.Context, of store.Actor) error {
		return h.faultHook(func() string { return "alarm " + of.Class }, func() error {
			return h.withApp(ctx, func(ctx context.Context, a *appVM) error { return a.alarm(ctx, of) })
		})
	}
	done := func(ctx context.Context, of store.Actor) error {
		return h.withApp(ctx, func(ctx context.Context, a *appVM) error { return a.removeAlarm(ctx, h.alarms, of) })
	}
	h.alarms.start(fire, done)
}

// NextAlarm returns when the next actor wakes that is not awake; the zero time for never.
func (h *Host) NextAlarm() time.Time { return h.alarms.next() }

// RunAlarms runs the alarms that are due, and returns when no actor is awake and none is due, or ctx has ended.
func (h *Host) RunAlarms(ctx context.Context) {
	h.alarms.now()
	h.alarms.quiet(ctx)
}

// State returns what an actor stores, by key. The values are JSON.
func (h *Host) State(ctx context.Context, class, name string) (map[string]string, error) {
	all := map[string]string{}
	err := h.withStore(ctx, func(db *store.DB) error {
		entries, err := db.List(store.Actor{Class: class, Name: name}, store.Range{})
		for _, entry := range entries {
			all[entry.Key] = entry.Value
		}
		return err
	})
	return all, err
}

// CallActor calls a method of an actor, as a worker does. Request and answer are those of __svc_actor.
func (h *Host) CallActor(ctx context.Context, request string) (answer string, err error) {
	err = h.faultHook(func() string { return "call " + methodOf(request) }, func() error {
		return h.withApp(ctx, func(ctx context.Context, a *appVM) (err error) {
			answer, err = a.call(ctx, request)
			return err
		})
	})
	return answer, err
}

// ActorCall is a call of an actor's method.
type ActorCall struct {
	Protocol int    `json:"protocol"`
	Class    string `json:"class"`
	Name     string `json:"name"`
	Method   string `json:"method"`
	Args     any    `json:"args"`
}

// actorProtocol is the version of the actors' protocol (sdk/src/protocol/actor.ts).
const actorProtocol = 1

// AskActor calls a method of an actor, and decodes its result into the given value unless that is nil.
func (h *Host) AskActor(ctx context.Context, call ActorCall, into any) error {
	call.Protocol = actorProtocol
	request, err := json.Marshal(call)
	if err != nil {
		return err
	}
	answer, err := h.CallActor(ctx, string(request))
	if err != nil {
		return err
	}
	if err := actorError(answer); err != nil {
		return fmt.Errorf("%s.%s: %w", call.Class, call.Method, err)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal([]byte(answer), &struct{ V any }{into})
}

// actorError returns the error of an answer, which is {"v": result} or {"e": error}.
func actorError(answer string) error {
	var members struct {
		E *struct{ Code, Message string }
	}
	if err := json.Unmarshal([]byte(answer), &members); err != nil {
		return fmt.Errorf("the answer is not valid JSON: %w", err)
	}
	if members.E != nil {
		return fmt.Errorf("%s: %s", members.E.Code, members.E.Message)
	}
	return nil
}
