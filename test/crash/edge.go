package crash

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/workerd"
	"github.com/appsvc/svc/test/conformance"
	"github.com/appsvc/svc/test/conformance/pinned"
)

// saved is like whenAfter, but the actor is reset when its writes are on disk.
const saved = "when saved after"

// keyID is the id of the control key in every variant's bindings.
const keyID = "test"

// projectActor is the class with the points of schedules, projectName the name of its only actor.
const (
	projectActor = "ProjectActor"
	projectName  = "crash/test"
)

// beginning is how a run starts.
type beginning string

const (
	// bySchedule calls every account, so these runs come first and one after the other.
	bySchedule beginning = "the schedule of a run"
	// byCall calls the account's actor, as the schedule does.
	byCall beginning = "a run by the actor's alarm"
	// byHand sends the request that runs a sync. Its first step does not run in the actor, and survives a reset.
	byHand beginning = "a run by hand"
)

// firstPortal is the account of the first run.
const firstPortal = 2_000_001

// edgeLimit is the timeout of a run. The lease of a lost step delays a run by 35 s.
const edgeLimit = 4 * time.Minute

// Edge interrupts runs in one process of the edge's engine. Each run has its own account, so that runs can wait
// concurrently for the leases of crashed steps. The actor is reset at the point and restarts.
type Edge struct {
	// Root is the root of the repository.
	Root  string
	Shard Shard
	// AtOnce is the number of concurrent runs, Active that of those before their crash. Most of the others wait.
	AtOnce, Active int
	Log            io.Writer
	// Verbose prints the points.
	Verbose bool
}

// Run crashes at every point of the shard.
func (e *Edge) Run(ctx context.Context) (*Tally, error) {
	host := &edgeHost{Edge: e, active: make(chan struct{}, e.Active)}
	err := host.start(ctx)
	defer host.close()
	if err != nil {
		return nil, err
	}
	total, err := host.all(ctx, bySchedule)
	if err != nil {
		return nil, err
	}
	// A schedule reaches every account. The other runs reach only their own account and mostly wait, so they run
	// concurrently.
	others := []beginning{byCall, byHand}
	tallies, errs := make([]*Tally, len(others)), make([]error, len(others))
	var running sync.WaitGroup
	for i, b := range others {
		running.Go(func() { tallies[i], errs[i] = host.all(ctx, b) })
	}
	running.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	for _, t := range tallies {
		total.Add(t)
	}
	return total, nil
}

// all crashes at every point of runs that start in one way. For bySchedule, at the points of the schedule only.
func (h *edgeHost) all(ctx context.Context, b beginning) (*Tally, error) {
	whole, err := h.run(ctx, b, nil)
	if err == nil {
		err = whole.checkWhole()
	}
	if err != nil {
		return nil, err
	}
	things, atOnce := slices.DeleteFunc(whole.points, func(p crashPoint) bool {
		return b == bySchedule && !strings.Contains(p.What, projectActor) || p.What == recordCall && p.N > 1
	}), h.AtOnce
	if b == bySchedule {
		atOnce = 1
	}
	points := variants(things)
	if h.Verbose {
		list(h.Log, string(b), things)
	}
	fmt.Fprintf(
		h.Log, "engine of the edge: %s has %d effects, with %d resets of the actor\n", b, len(things), len(points),
	)
	return inAll(points, h.Shard, atOnce, whole.outcome, func(_ int, at crashPoint) (ran, error) {
		return h.run(ctx, b, &at)
	})
}

// edgeHost is the engine with its outside.
type edgeHost struct {
	*Edge
	folder  string
	process *workerd.Process
	worlds  worldsOfRuns
	outside *http.Server
	last    atomic.Int64
	// active has an element for each run before its crash. The runtime's time limits are real: on a busy machine, many
	// such runs at once would reach them.
	active chan struct{}
	key    control.Key
	worker string
}

func (h *edgeHost) start(ctx context.Context) error {
	variants, err := conformance.LoadVariants(ctx, filepath.Join(h.Root, "test", "crash"), nil)
	if err != nil {
		return err
	}
	binary, err := pinned.Binary(h.Root, pinned.Newest)
	if err != nil {
		return err
	}
	if h.folder, err = stateFolder(); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	h.outside = &http.Server{Handler: &h.worlds, ReadHeaderTimeout: time.Minute}
	// The engine repeats a request when a reused connection breaks.
	h.outside.SetKeepAlivesEnabled(false)
	go func() { _ = h.outside.Serve(listener) }() // ends with Close
	config := edgeConfig(variants[0], listener.Addr().String(), h.folder)
	h.worker, h.key = config.Services[0].Name, control.Key{
		ID: keyID, Secret: variants[0].Bindings["SVC_CONTROL_KEY_"+keyID],
		Environment: variants[0].Bindings["SVC_ENVIRONMENT"],
	}
	h.process, err = workerd.Start(ctx, workerd.Options{Binary: binary, Config: config})
	return err
}

func (h *edgeHost) close() {
	if h.process != nil {
		h.process.Stop()
	}
	if h.outside != nil {
		_ = h.outside.Close() // the engine has stopped
	}
	_ = os.RemoveAll(h.folder) // a remaining temporary folder is harmless
}

// stateFolder creates a folder, in memory if possible: the engine syncs each write of an object to disk.
func stateFolder() (string, error) {
	if dir, err := os.MkdirTemp("/dev/shm", "svc-crash-"); err == nil {
		return dir, nil
	}
	return os.MkdirTemp("", "svc-crash-")
}

// variants returns all ways to crash at the points.
func variants(points []crashPoint) []crashPoint {
	var all []crashPoint
	for _, p := range atEach(points, whenBefore, whenAfter) {
		all = append(all, p)
		if p.When == whenAfter && !p.isRequest() {
			all = append(all, crashPoint{p.What, p.N, saved})
		}
	}
	return all
}

// run does one run.
func (h *edgeHost) run(ctx context.Context, b beginning, at *crashPoint) (r ran, err error) {
	h.active <- struct{}{}
	leave := sync.OnceFunc(func() { <-h.active })
	defer leave()
	ctx, cancel := context.WithTimeout(ctx, edgeLimit)
	defer cancel()
	portal := firstPortal + h.last.Add(1)
	w, err := newWorld(portal)
	if err != nil {
		return r, err
	}
	account := &edgeAccount{host: h, ctx: ctx, portal: portal, die: at, passed: map[string]int{}}
	w.at = account.pass
	h.worlds.add(portal, w)
	defer h.worlds.close(portal)
	if err := account.install(); err != nil {
		return r, err
	}
	crashed := make(chan struct{})
	go account.afterCrash(func() {
		leave()
		close(crashed)
	})
	state, err := account.sync(b)
	if err == nil && at != nil {
		state, err = account.awaitCrash(crashed)
	} else if err == nil && b != bySchedule {
		err = account.awaitRecords()
	}
	if err != nil {
		return r, err
	}
	if r.points, r.died, err = account.end(); err != nil {
		return r, err
	}
	r.outcome, err = outcomeOf(w, portal, state)
	return r, errors.Join(err, account.failure())
}
