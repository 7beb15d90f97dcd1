// Package simulate runs a capability many times against the emulated CRM before it is deployed: the real
// worker, the real routes, the real pacing, in virtual time, so that hours take seconds and the same run gives
// the same report to the byte.
//
// Start at Run. load.go says what is sent, drive.go when; network.go is what lies between the workers and the
// CRM, faults.go what goes wrong there; report.go is what came of it, verdict.go what that means.
package simulate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"github.com/appsvc/svc/devserver"
	"github.com/appsvc/svc/devserver/host"
	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
)

// Limits of what one run may be asked for: beyond them it takes minutes and gigabytes of this machine.
const (
	MaxInvocations = 100_000
	MaxIsolates    = 64
	LongestArrival = 24 * time.Hour
)

// apiURL is the binding that would send calls past the emulated CRM.
const apiURL = "SVC_CRM_API_URL"

// start is when every run begins: a Monday morning, so that a day's budget is fresh and reports compare.
var start = time.Date(2026, time.January, 5, 9, 0, 0, 0, time.UTC)

// Options say what to run.
type Options struct {
	// Project: as host.Options have them.
	Dir      string
	Profile  *platform.Profile
	Bindings map[string]string
	App      *declared.Declaration
	Manifest func(context.Context) ([]byte, error)
	// Worker is the built worker of the Capability; its program ends with host.WorkerFooter.
	Worker     *project.Worker
	Capability devserver.Capability
	// Input is what each invocation gets, JSON; nil for a sample of the declared fields.
	Input json.RawMessage
	// Rows feeds this many records, Calls invokes this many times; one of them is zero.
	Rows, Calls int
	// Over spreads the arrivals evenly over this time; zero has all come at once.
	Over time.Duration
	// Isolates is how many VMs of the worker share the account.
	Isolates int
	Tier     *Tier
	Faults   []Fault
	Seed     uint64
	// Outside is the JSON that every host but the CRM answers with; {} when nil.
	Outside json.RawMessage
	// Progress is told of each invocation that has ended, and when, since the start. It may be nil.
	Progress func(done, of int, at time.Duration)
}

// Run simulates, and reports.
func Run(ctx context.Context, o Options) (report *Report, err error) {
	clock := jsvm.NewLockstep(start)
	random := &sharedRandom{source: rand.NewChaCha8(seedOf(o.Seed))}
	net := newNetwork(o, clock)
	h, err := host.NewWithHooks(host.Options{
		Dir: o.Dir, Profile: o.Profile, Bindings: withoutAPIURL(o.Bindings), App: o.App, CRM: host.CRMEmulated, InMemory: true,
		Random: random, Network: nowhere{}, Manifest: o.Manifest,
	}, host.Hooks{
		Clock: clock, WrapTransport: net.around, EmulatedCRM: func(c *crmsim.Options) { emulate(c, o) },
	})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, h.Close()) }()
	load, err := newLoad(o, h)
	if err != nil {
		return nil, err
	}
	run := &drive{options: o, clock: clock, load: load, net: net}
	for range o.Isolates {
		isolate, err := devserver.StartIsolate(ctx, h, devserver.IsolateOptions{Worker: o.Worker, Capability: o.Capability})
		if err != nil {
			return nil, err
		}
		defer isolate.Close()
		run.isolates = append(run.isolates, isolate)
	}
	err = clock.Run(ctx, run.all)
	if errors.Is(err, jsvm.ErrStandstill) {
		return nil, fmt.Errorf("the simulation cannot go on: %w", err)
	}
	if err = errors.Join(err, run.failed); err != nil {
		return nil, err
	}
	return run.report(), nil
}

// sharedRandom is a seeded source that VMs read in the order of their turns.
type sharedRandom struct {
	mu     sync.Mutex
	source io.Reader
}

func (r *sharedRandom) Read(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.source.Read(p)
}

func seedOf(seed uint64) (key [32]byte) {
	for i := range 8 {
		key[i] = byte(seed >> (8 * i))
	}
	return key
}

func withoutAPIURL(bindings map[string]string) map[string]string {
	kept := map[string]string{}
	for name, value := range bindings {
		if name != apiURL {
			kept[name] = value
		}
	}
	return kept
}

// nowhere is the network of a simulation: nothing of it leaves this process.
type nowhere struct{}

func (nowhere) RoundTrip(r *http.Request) (*http.Response, error) {
	return nil, fmt.Errorf("a simulation reaches no network, and %s was asked for", r.URL.Host)
}

// emulate gives the emulated CRM the limits and faults of the run.
func emulate(c *crmsim.Options, o Options) {
	limits := o.Tier.Limits
	c.Limits, c.Seed = &limits, o.Seed
	afflict(c, o.Faults)
}
