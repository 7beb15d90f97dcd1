// Package devserver hosts the runtime on this machine: it builds workers, runs each in a VM of its own
// and the actors in another, sends requests through the production router, and gives them an emulated
// CRM and state on disk.
//
// There is no second router here: what a route means is decided by sdk/src/runtime. The head comments
// of sdk/src/host/local.ts and state.ts are the protocol that this package speaks with it.
//
// Start at New. Host.Invoke (invoke.go) runs one capability in a VM of its own, and its result is in
// result.go. NewServer (server.go) serves a whole project over HTTP: slot.go replaces its VMs, alarms.go
// wakes its actors. A worker's VM is in worker.go, that of the app worker, which holds the actors, in
// state.go.
package devserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/store"
)

// Where calls of the CRM go.
const (
	CRMEmulated = "emulated"
	CRMLive     = "live"
)

// StateFolder is where the state of a project is kept, inside its folder.
const StateFolder = ".svc/state"

// lockWait is how long a host waits for another process to let go of the state: runs of one
// invocation are short, and may stand side by side in a script.
const lockWait = time.Second

// Options configures a Host.
type Options struct {
	// Dir is the project's folder, absolute.
	Dir string
	// Profile is the vendor's spelling of everything.
	Profile *platform.Profile
	// Bindings are those of .dev.vars.
	Bindings map[string]string
	// App is the declared app; nil when there is none. Its objects are known to the emulated CRM.
	App *declared.Declaration
	// CRM is CRMEmulated or CRMLive.
	CRM string
	// InMemory keeps state in memory instead of in StateFolder.
	InMemory bool
	Now      func() time.Time
	// Clock wakes timers and alarms; the default is the machine's, with Now, as far ahead as it was moved.
	Clock jsvm.Clock
	// Random is read by several VMs at once, as crypto/rand.Reader may be.
	Random io.Reader
	// Network carries requests to the outside.
	Network http.RoundTripper
	// Outbound, when it is set, carries every request that a worker makes, those for the CRM included: there
	// is no emulated CRM then, and Network is not used.
	Outbound http.RoundTripper
	// Around, when it is set, wraps what carries the requests of every VM.
	Around func(http.RoundTripper) http.RoundTripper
	// Through, when it is set, does what goes in and out of the process: "call InstallActor.syncBegin", "step main",
	// "alarm ProjectActor", "commit". Tests end the process in it. Requests to the outside are in Around.
	Through func(what string, do func() error) error
	// Emulated may change how the emulated CRM is made. It may be nil.
	Emulated func(*crmsim.Options)
	// Exact has the workers get Bindings as they are: nothing is made up and nothing taken away.
	Exact bool
	// TurnLimit is how long code may run without giving way; jsvm.DefaultTurnLimit when zero.
	TurnLimit time.Duration
	// Manifest gives the project's manifest, JSON. It is asked for when the app worker starts.
	Manifest func(context.Context) ([]byte, error)
	// OnLog is told of each log line of a handler at once. It may be nil.
	OnLog func(LogLine)
	// OnRecord is told of each log line and observation as the runtime writes it, JSON. It may be nil.
	OnRecord func(text string)
	// OnFired is told of each cron trigger that has fired by itself or by a moved clock. It may be nil.
	OnFired func(Fired)
	// OnPhase is told how long each step took. It may be nil.
	OnPhase func(name string, took time.Duration)

	// MoreActors are actors beside those of the SDK, JavaScript, for tests: "Name: [(state) => ({ methods })],".
	MoreActors string
}

// ErrNoToken says that a live CRM was asked for without the token that it needs.
var ErrNoToken = errors.New(accessTokenName + " is not set")

// Host runs the workers of one project. Its methods may be called from several goroutines.
type Host struct {
	options  Options
	clock    jsvm.Clock
	origin   *url.URL // of the CRM's API
	bindings *bindings
	alarms   *alarms
	// app is the place of the app worker.
	app *slot

	crm func() (*crmsim.Sim, error) // makes it at the first call
	// serves says that a Server has the host: the app worker runs, and actors wake.
	serves bool

	mu    sync.Mutex // guards what follows
	state *ledger    // nil until the app worker is first started
	// steps run steps of the workers' code, by the workers' names.
	steps map[string]stepper
}

// stepper runs a step of a worker's code for an actor.
type stepper func(ctx context.Context, request string) (string, error)

// New makes a host. Nothing is started before it is needed.
func New(o Options) (*Host, error) {
	live := o.CRM == CRMLive
	if live && o.Bindings[accessTokenName] == "" {
		return nil, ErrNoToken
	}
	h := &Host{options: o, clock: o.Clock, steps: map[string]stepper{}}
	var err error
	if h.clock == nil {
		moved := NewClock(jsvm.SystemClock(o.Now), 0)
		if !o.InMemory {
			if moved.ahead, err = readAhead(o.Dir); err != nil {
				return nil, err
			}
		}
		h.clock, h.options.Now = moved, moved.Now
	}
	if h.bindings, err = completeBindings(o, live); err != nil {
		return nil, err
	}
	if h.origin, err = url.Parse(o.Profile.APIOrigin); err != nil {
		return nil, fmt.Errorf("the profile's apiOrigin is no URL: %w", err)
	}
	h.alarms = newAlarms(h.clock)
	h.crm = sync.OnceValues(h.newCRM)
	h.app = newSlot(h.clock, h.appDied, func(ctx context.Context) (instance, error) { return h.newState(ctx) })
	return h, nil
}

// MadeUp are the names of the reserved bindings that .dev.vars does not give and the host has made up.
func (h *Host) MadeUp() []string { return h.bindings.madeUp }

// Close stops what was started, and lets go of the state. What is in flight is lost.
func (h *Host) Close() error {
	h.alarms.close()
	now, cancel := context.WithCancel(context.Background())
	cancel()
	h.app.stop(now)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.state == nil {
		return nil
	}
	err := h.state.close()
	h.state = nil
	return err
}

// actor passes a call on to the app worker.
func (h *Host) actor(ctx context.Context, request string) (answer string, err error) {
	err = h.through(func() string { return "call " + methodOf(request) }, func() error {
		return h.withState(ctx, func(ctx context.Context, s *stateVM) (err error) {
			answer, err = s.call(ctx, request)
			return err
		})
	})
	return answer, err
}

// withState works with the app worker.
func (h *Host) withState(ctx context.Context, work func(context.Context, *stateVM) error) error {
	g, err := h.app.acquire(ctx)
	if err != nil {
		return err
	}
	defer g.release()
	ctx, cancel := joined(ctx, g.ctx)
	defer cancel()
	return work(ctx, g.instance.(*stateVM))
}

// joined is a context that ends with either.
func joined(ctx, other context.Context) (context.Context, context.CancelFunc) {
	both, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(other, func() { cancel(context.Cause(other)) })
	return both, func() { stop(); cancel(nil) }
}

func (h *Host) appDied(why error) {
	if h.options.OnLog != nil {
		h.options.OnLog(h.logLine("error", "the app worker was stopped and started anew: "+why.Error()))
	}
}

// step runs a step of a user worker's code. The request names the worker.
func (h *Host) step(ctx context.Context, request string) (string, error) {
	var call struct{ Worker string }
	if err := json.Unmarshal([]byte(request), &call); err != nil {
		return "", fmt.Errorf("a call of a worker is no JSON: %w", err)
	}
	h.mu.Lock()
	run := h.steps[call.Worker]
	h.mu.Unlock()
	if run == nil {
		return "", fmt.Errorf("there is no worker %q", call.Worker)
	}
	var answer string
	err := h.through(func() string { return "step " + call.Worker }, func() (err error) {
		answer, err = run(ctx, request)
		return err
	})
	return answer, err
}

// addStepper makes a worker's code known to the actors; nil takes it away.
func (h *Host) addStepper(worker string, run stepper) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if run == nil {
		delete(h.steps, worker)
	} else {
		h.steps[worker] = run
	}
}

// addStepperOnce is addStepper for the first of several VMs of a worker; it reports whether it was.
func (h *Host) addStepperOnce(worker string, run stepper) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.steps[worker] != nil {
		return false
	}
	h.steps[worker] = run
	return true
}

// ledger is the store, opened by the first call. A failed opening is tried again: another process may
// have let go of the state by then.
func (h *Host) ledger() (*ledger, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.state == nil {
		start := h.options.Now()
		db, err := h.openStore()
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrState, err)
		}
		h.state = newLedger(db)
		h.state.commit = h.commit
		h.phase("open the state", start)
	}
	return h.state, nil
}

// StateDir is the state folder of a project.
func StateDir(dir string) string { return filepath.Join(dir, filepath.FromSlash(StateFolder)) }

func (h *Host) openStore() (*store.DB, error) {
	if h.options.InMemory {
		return store.OpenMemory(), nil
	}
	return store.Open(StateDir(h.options.Dir), lockWait)
}

func (h *Host) transport() http.RoundTripper {
	if h.options.Around != nil {
		return h.options.Around(h.route())
	}
	return h.route()
}

func (h *Host) route() http.RoundTripper {
	if h.options.Outbound != nil {
		return h.options.Outbound
	}
	t := &transport{origin: h.origin, network: h.options.Network}
	if h.options.CRM == CRMEmulated {
		t.crm = h.crm
	}
	return t
}

// Sample is the record of the emulated CRM that a tool is invoked with when the caller names none:
// the first of its object type, or the one with the id.
func (h *Host) Sample(objectType, id string) (Object, error) {
	crm, err := h.crm()
	if err != nil {
		return Object{}, err
	}
	record, err := crm.Find(objectType, id)
	if err != nil {
		return Object{}, err
	}
	object := Object{ID: record.ID, ObjectType: record.ObjectType, Properties: map[string]any{}}
	for name, value := range record.Properties {
		object.Properties[name] = value
	}
	return object, nil
}
