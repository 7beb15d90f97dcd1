// Package simulate runs a capability many times against the emulated CRM, before a deploy. The worker, its routes and
// its pacing are the real ones. Time is virtual, so hours take seconds and the same options give the same report.
//
// Start at Run. A load decides what is sent, a drive when. The network between the workers and the CRM adds latency and
// records calls. Report is the result.
package simulate

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/portal"
	"github.com/appsvc/svc/internal/project"
)

// Limits of one run. Beyond them it takes minutes and gigabytes of memory.
const (
	MaxInvocations = 100_000
	MaxIsolates    = 64
	LongestArrival = 24 * time.Hour
	// maxServing is how many requests of a run may be without a response. Further ones wait for one. A request takes about
	// 150 KB in its VM, so that these take 150 MB.
	maxServing = 1000
)

// apiURL is the binding that would send calls to another CRM than the emulated one.
const apiURL = "SVC_CRM_API_URL"

// start is the virtual time at which every run starts: early in a day, so that the daily limit is unused.
var start = time.Date(2026, time.January, 5, 9, 0, 0, 0, time.UTC)

// Options configures a run.
type Options struct {
	// Dir, Profile, Bindings, App, Portal and Manifest are those of the project, as in host.Options.
	Dir      string
	Profile  *platform.Profile
	Bindings map[string]string
	App      *declared.Declaration
	Portal   *portal.Snapshot
	Manifest func(context.Context) ([]byte, error)
	// Worker is the built worker of the Capability; its program ends with host.WorkerFooter.
	Worker     *project.Worker
	Capability devserver.Capability
	// Input is the JSON input of each invocation; nil for a sample of the declared fields.
	Input json.RawMessage
	// Rows is the number of records to process, Calls the number of invocations. One of them is zero.
	Rows, Calls int
	// Over is the time over which arrivals are spread evenly; 0 for all at once.
	Over time.Duration
	// Isolates is the number of VMs of the worker that share the account.
	Isolates int
	Tier     *Tier
	Faults   []Fault
	Seed     uint64
	// Outside is the JSON response of every host except the CRM; {} by default.
	Outside json.RawMessage
	// serving is how many requests may be without a response; 0 for maxServing.
	serving int
	// Progress is called after each invocation with the time since the start. It may be nil.
	Progress func(done, of int, at time.Duration)
}

// Run runs a simulation and returns its report.
func Run(ctx context.Context, o Options) (report *Report, err error) {
	clock := jsvm.NewLockstep(start)
	random := &sharedRandom{source: rand.NewChaCha8(seedOf(o.Seed))}
	net := newNetwork(o, clock)
	h, err := host.NewWithHooks(host.Options{
		Dir: o.Dir, Profile: o.Profile, Bindings: withoutAPIURL(o.Bindings), App: o.App, Portal: o.Portal,
		CRM: host.CRMEmulated, InMemory: true, Random: random, Network: nowhere{}, Manifest: o.Manifest,
	}, host.Hooks{Clock: clock, WrapTransport: net.wrap, EmulatedCRM: func(c *crmsim.Options) { emulate(c, o) }})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, h.Close()) }()
	load, err := newLoad(o, h)
	if err != nil {
		return nil, err
	}
	run := &drive{options: o, clock: clock, load: load, net: net, permits: cmp.Or(o.serving, maxServing)}
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
		return nil, fmt.Errorf("the simulation is stuck: %w", err)
	}
	if err = errors.Join(err, run.failed); err != nil {
		return nil, err
	}
	return run.report(), nil
}

// sharedRandom is a seeded source that VMs read one at a time.
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

// nowhere is the network of a simulation. No request leaves the process.
type nowhere struct{}

func (nowhere) RoundTrip(r *http.Request) (*http.Response, error) {
	return nil, fmt.Errorf("cannot reach %s: a simulation has no network", r.URL.Host)
}

// emulate sets the limits and faults of the emulated CRM.
func emulate(c *crmsim.Options, o Options) {
	limits := o.Tier.Limits
	c.Limits, c.Seed = &limits, o.Seed
	addFaults(c, o.Faults)
}
