// Package host runs the workers of one project on this machine: the virtual machines (VMs) with the SDK's runtime, the
// actors over durable state, their alarms, and what the code reaches outside (the emulated CRM, the network).
//
// Routing is not here: sdk/src/worker decides what a path means. The head comments of sdk/src/host/local.ts and
// state.ts are the protocol that this package speaks with the runtime.
//
// Start at New. A user worker's VMs are in userworker.go and workerpool.go, the app worker's VM, which runs the actors,
// in appworker.go, its store in statestore.go.
package host

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/jsvm"
)

// ErrNoToken reports that a live CRM was selected without an access token.
var ErrNoToken = errors.New(accessTokenName + " is not set")

// Host runs the workers of one project. Its methods may be called from several goroutines.
type Host struct {
	options  Options
	hooks    Hooks
	clock    jsvm.Clock
	machine  func() time.Time // never advanced by 'svc dev tick'
	origin   *url.URL         // of the CRM's API
	bindings *bindings
	alarms   *alarms
	app      *workerPool
	intake   *intake
	// crm returns the emulated CRM, which its first call creates.
	crm  func() (*crmsim.Sim, error)
	kept keptCRM // at the start

	mu    sync.Mutex  // guards what follows
	state *stateStore // nil until the app worker first starts
	// opened is the emulated CRM; nil until its first use.
	opened *crmsim.Sim
	// steppers run steps of user workers, by worker name.
	steppers map[string]Stepper
	// served are the workers that serve requests, by name.
	served map[string]*UserWorker
}

// New creates a host. It starts nothing.
func New(o Options) (*Host, error) { return NewWithHooks(o, Hooks{}) }

// NewWithHooks is New for tests and simulations, which observe or replace parts of the host.
func NewWithHooks(o Options, hooks Hooks) (*Host, error) {
	live := o.CRM == CRMLive
	if live && o.Bindings[accessTokenName] == "" {
		return nil, ErrNoToken
	}
	h := &Host{
		options: o, hooks: hooks, clock: hooks.Clock, machine: o.Now, intake: newIntake(hooks),
		steppers: map[string]Stepper{}, served: map[string]*UserWorker{},
	}
	var err error
	if h.clock == nil {
		moved := NewClock(jsvm.SystemClock(o.Now), 0)
		if o.InMemory && o.Import != nil {
			moved.ahead = time.Duration(o.Import.AheadMs) * time.Millisecond
		}
		if !o.InMemory {
			if moved.ahead, err = readAhead(o.Dir); err != nil {
				return nil, err
			}
		}
		h.clock = moved
	} else {
		h.machine = h.clock.Now
	}
	h.options.Now = h.clock.Now
	if !live && !o.InMemory && UsesOAuth(o.App) {
		if h.kept, err = readKeptCRM(o.Dir); err != nil {
			return nil, err
		}
	}
	if !live && o.InMemory && o.Import != nil {
		h.kept = o.Import.CRM
	}
	if h.bindings, err = completeBindings(o, hooks, h.kept, live); err != nil {
		return nil, err
	}
	if h.origin, err = url.Parse(o.Profile.APIOrigin); err != nil {
		return nil, fmt.Errorf("invalid apiOrigin in the profile: %w", err)
	}
	h.alarms = newAlarms(h.clock)
	h.crm = sync.OnceValues(h.newCRM)
	h.app = newWorkerPool(h.clock, h.appDied, func(ctx context.Context) (pooledVM, error) { return h.newAppVM(ctx) })
	return h, nil
}

// Options returns the options of the host. Now is the host's clock.
func (h *Host) Options() Options { return h.options }

// DefaultedBindings returns the names of the reserved bindings that .dev.vars lacks and the host has generated.
func (h *Host) DefaultedBindings() []string { return h.bindings.defaulted }

// Secret returns a binding, and generates it when .dev.vars lacks it.
func (h *Host) Secret(name string) (string, error) { return h.bindings.secret(name, h.options.Random) }

// Lacks returns the names that are not bound.
func (h *Host) Lacks(names []string) []string { return h.bindings.lacks(names) }

// ClientSecret returns the secret with which the CRM signs requests.
func (h *Host) ClientSecret() string { return h.bindings.all[clientSecretName] }

// AccessToken returns the token for the CRM of an app that uses static authentication.
func (h *Host) AccessToken() string { return h.bindings.all[accessTokenName] }

// DeployID returns the id under which invocations are recorded.
func (h *Host) DeployID() string { return h.bindings.all[deployIDName] }

// ControlKey returns a key that the app worker accepts on its control routes.
func (h *Host) ControlKey() control.Key {
	id, secret := h.bindings.controlKey()
	return control.Key{ID: id, Secret: secret, Environment: h.bindings.all[environmentName]}
}

// Now returns the time of the host's clock, which 'svc dev tick' may have advanced.
func (h *Host) Now() time.Time { return h.clock.Now() }

// MachineNow returns the time for measuring durations, which 'svc dev tick' does not advance.
func (h *Host) MachineNow() time.Time { return h.machine() }

// Clock returns the clock that wakes timers and alarms.
func (h *Host) Clock() jsvm.Clock { return h.clock }

// Close stops the host and releases the state. Requests in flight are lost.
func (h *Host) Close() error {
	now, cancel := context.WithCancel(context.Background())
	cancel()
	return h.Shutdown(now)
}

// Shutdown waits until the requests of the app worker have ended or ctx has, and releases the state.
func (h *Host) Shutdown(ctx context.Context) error {
	h.alarms.close()
	h.closeCRM()
	h.app.stop(ctx)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.state == nil {
		return nil
	}
	err := h.state.close()
	h.state = nil
	return err
}

// closeCRM ends the webhook deliveries of the emulated CRM.
func (h *Host) closeCRM() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.opened != nil {
		h.opened.Close()
	}
}

func (h *Host) transport() http.RoundTripper {
	if h.hooks.WrapTransport != nil {
		return h.hooks.WrapTransport(h.route())
	}
	return h.route()
}

func (h *Host) route() http.RoundTripper {
	if h.hooks.Outbound != nil {
		return h.hooks.Outbound
	}
	t := &transport{origin: h.origin, network: h.options.Network}
	if h.options.OnRecord != nil {
		t.network = tracedNetwork{h, h.options.Network}
	}
	if h.options.CRM == CRMEmulated {
		t.crm = h.crm
	}
	return t
}

// joined returns a context that ends with either.
func joined(ctx, other context.Context) (context.Context, context.CancelFunc) {
	both, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(other, func() { cancel(context.Cause(other)) })
	return both, func() { stop(); cancel(nil) }
}

// Phase reports to OnPhase how long a phase took. The start is by MachineNow.
func (h *Host) Phase(name string, start time.Time) {
	if h.options.OnPhase != nil {
		h.options.OnPhase(name, h.machine().Sub(start))
	}
}
