// Package devserver hosts the runtime on this machine: it builds workers, runs each in a VM of its own
// and the actors in another, sends requests through the production router, and gives them an emulated
// CRM and state on disk.
//
// There is no second router here: what a route means is decided by sdk/src/runtime. The head comments
// of sdk/src/host/local.ts and state.ts are the protocol that this package speaks with it.
// Start at New and Host.Invoke. A worker's VM is in worker.go, the actors' in state.go, what comes back
// in result.go.
package devserver

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/declared"
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
	// Random is read by several VMs at once, as crypto/rand.Reader may be.
	Random io.Reader
	// Network carries requests to the outside.
	Network http.RoundTripper
	// OnLog is told of each log line of a handler at once. It may be nil.
	OnLog func(LogLine)
	// OnPhase is told how long each step took. It may be nil.
	OnPhase func(name string, took time.Duration)
}

// ErrNoToken says that a live CRM was asked for without the token that it needs.
var ErrNoToken = errors.New(accessTokenName + " is not set")

// Host runs the workers of one project. Its methods may be called from several goroutines.
type Host struct {
	options  Options
	origin   *url.URL // of the CRM's API
	bindings *bindings

	crm func() (*crmsim.Sim, error) // makes it at the first call

	mu     sync.Mutex // guards what follows
	actors *stateVM   // nil until an actor is asked for
	close  []func() error
}

// New makes a host. Nothing is started before it is needed.
func New(o Options) (*Host, error) {
	live := o.CRM == CRMLive
	if live && o.Bindings[accessTokenName] == "" {
		return nil, ErrNoToken
	}
	b, err := completeBindings(o.Bindings, live, o.Random)
	if err != nil {
		return nil, err
	}
	origin, err := url.Parse(o.Profile.APIOrigin)
	if err != nil {
		return nil, fmt.Errorf("the profile's apiOrigin is no URL: %w", err)
	}
	h := &Host{options: o, origin: origin, bindings: b}
	h.crm = sync.OnceValues(h.newCRM)
	return h, nil
}

// MadeUp are the names of the reserved bindings that .dev.vars does not give and the host has made up.
func (h *Host) MadeUp() []string { return h.bindings.madeUp }

// Close stops what was started, and lets go of the state.
func (h *Host) Close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	var errs []error
	for i := len(h.close) - 1; i >= 0; i-- {
		errs = append(errs, h.close[i]())
	}
	h.close = nil
	return errors.Join(errs...)
}

// state is the VM of the actors, started by the first call. A failed start is tried again: another
// process may have let go of the state by then.
func (h *Host) state() (*stateVM, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.actors != nil {
		return h.actors, nil
	}
	s, err := h.newState()
	if err != nil {
		return nil, err
	}
	h.actors = s
	h.close = append(h.close, s.close)
	return s, nil
}

// StateDir is the state folder of a project.
func StateDir(dir string) string { return filepath.Join(dir, filepath.FromSlash(StateFolder)) }

func (h *Host) openStore() (*store.DB, error) {
	if h.options.InMemory {
		return store.OpenMemory(), nil
	}
	return store.Open(StateDir(h.options.Dir), lockWait)
}

func (h *Host) newCRM() (*crmsim.Sim, error) {
	return crmsim.New(crmsim.Options{
		Now: h.options.Now, Token: h.bindings.all[accessTokenName],
		PropertyPrefix:      strings.TrimSuffix(h.options.Profile.ExecutionStateKey, "execution_state"),
		AssociationCategory: h.options.Profile.AssociationCategory,
		Types:               appObjectTypes(h.options.App),
	})
}

func (h *Host) transport() http.RoundTripper {
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
