// This file breaks runs off in the engine of the edge: one process, in which each run has an account of its own, so
// that all wait side by side for what a broken one held. The actor is reset at the point, and begins anew.

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
	"github.com/appsvc/svc/test/conformance"
	"github.com/appsvc/svc/test/conformance/workerd"
)

// Saved is After once more: the actor dies when what it has written is on disk.
const Saved = "when saved after"

// keyID is that of the control key in every variant's bindings.
const keyID = "test"

// projectActor is the class whose points are those of schedules, projectName the name of the project's.
const (
	projectActor = "ProjectActor"
	projectName  = "crash/test"
)

// beginning is how a run begins.
type beginning string

const (
	// bySchedule calls every account: such runs are done one after the other, and first.
	bySchedule beginning = "the schedule of a run"
	// byCall calls the account's actor, as the schedule does.
	byCall beginning = "a run by the actor's alarm"
	// byHand sends the request that runs a sync: its first step is no call of the actor, and outlives it.
	byHand beginning = "a run by hand"
)

// firstPortal is the account of the first run.
const firstPortal = 2_000_001

// edgeLimit is how long a run may take: a step that is lost is waited for until its lease ends, after 35 s.
const edgeLimit = 4 * time.Minute

// Edge runs the engine of the edge.
type Edge struct {
	// Root is that of the repository.
	Root  string
	Shard Shard
	// AtOnce is how many runs are on their way side by side: most of them wait.
	AtOnce int
	Log    io.Writer
	// Verbose prints the points.
	Verbose bool
}

// Run dies at every point of the shard.
func (e *Edge) Run(ctx context.Context) (*Tally, error) {
	host := &edgeHost{Edge: e}
	err := host.start(ctx)
	defer host.close()
	if err != nil {
		return nil, err
	}
	total, err := host.all(ctx, bySchedule)
	if err != nil {
		return nil, err
	}
	// A schedule reaches every account. The other runs reach their own and mostly wait: they go side by side.
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

// all dies at every point of runs that begin in one way; where a schedule begins them, of the schedule.
func (h *edgeHost) all(ctx context.Context, b beginning) (*Tally, error) {
	whole, err := h.run(ctx, b, nil)
	if err == nil {
		err = whole.checkWhole()
	}
	if err != nil {
		return nil, err
	}
	things, atOnce := slices.DeleteFunc(whole.points, func(p Point) bool {
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
		h.Log, "engine of the edge: %d things go in or out of %s, at which the actor is reset in %d ways\n", len(things), b,
		len(points),
	)
	return inAll(points, h.Shard, atOnce, whole.outcome, func(_ int, at Point) (ran, error) {
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
	key     control.Key
	worker  string
}

func (h *edgeHost) start(ctx context.Context) error {
	variants, err := conformance.LoadVariants(ctx, filepath.Join(h.Root, "test", "crash"), nil)
	if err != nil {
		return err
	}
	binary, err := workerd.Binary(h.Root, workerd.Newest)
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
	// The engine sends a request again when a connection that was used before breaks.
	h.outside.SetKeepAlivesEnabled(false)
	go func() { _ = h.outside.Serve(listener) }() // it ends when it is closed
	config := edgeConfig(variants[0], listener.Addr().String(), h.folder)
	h.worker, h.key = config.Services[0].Name, control.Key{
		ID: keyID, Secret: variants[0].Bindings["SVC_CONTROL_KEY_"+keyID],
	}
	h.process, err = workerd.Start(ctx, workerd.Options{Binary: binary, Config: config})
	return err
}

func (h *edgeHost) close() {
	if h.process != nil {
		h.process.Stop()
	}
	if h.outside != nil {
		_ = h.outside.Close() // nobody asks it any more
	}
	_ = os.RemoveAll(h.folder) // what is left in a folder for such harms nothing
}

// stateFolder is in memory where the system has that: an object's writes are synced to disk.
func stateFolder() (string, error) {
	if dir, err := os.MkdirTemp("/dev/shm", "svc-crash-"); err == nil {
		return dir, nil
	}
	return os.MkdirTemp("", "svc-crash-")
}

// variants are all ways to die at the points.
func variants(points []Point) []Point {
	var all []Point
	for _, p := range atEach(points, Before, After) {
		all = append(all, p)
		if p.When == After && !p.isRequest() {
			all = append(all, Point{p.What, p.N, Saved})
		}
	}
	return all
}

// run does one run.
func (h *edgeHost) run(ctx context.Context, b beginning, at *Point) (r ran, err error) {
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
	state, err := account.sync(b)
	if err != nil {
		return r, err
	}
	if b != bySchedule && (at == nil || at.What == recordCall) {
		if err := account.awaitRecords(); err != nil {
			return r, err
		}
	}
	if r.points, r.died, err = account.end(); err != nil {
		return r, err
	}
	r.outcome, err = outcomeOf(w, portal, state)
	return r, errors.Join(err, account.failure())
}
