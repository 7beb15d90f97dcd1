package devserver

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/reason"
)

// workerDomain is the domain of the hosts of user workers.
const workerDomain = ".localhost"

// Server serves a whole project: each user worker by the host <worker>.localhost, the app worker by every other host.
// It is an http.Handler. Its methods may be called from several goroutines.
type Server struct {
	host      *host.Host
	schedules *schedules
	ticking   sync.Mutex // held while the clock advances
	// life ends, with its cause, when the server shuts down.
	life    context.Context //nolint:containedctx // it is the server's own
	endLife context.CancelCauseFunc

	mu      sync.Mutex // guards what follows
	workers map[string]*host.UserWorker
}

// ServerOptions configures a Server.
type ServerOptions struct {
	// Workers are the workers to start with, by name. Their programs end with host.WorkerFooter.
	Workers map[string]*project.Worker
	// OnFired receives each cron trigger that fires on schedule or in a Tick. It may be nil.
	OnFired func(Fired)
}

// NewServer starts the app worker and the workers, and begins to wake actors. The server owns the host from now on, and
// closes it also when it cannot start.
func NewServer(ctx context.Context, h *host.Host, o ServerOptions) (*Server, error) {
	s := &Server{host: h, schedules: newSchedules(h.Clock(), o.OnFired), workers: map[string]*host.UserWorker{}}
	s.schedules.fire = s.Scheduled
	s.life, s.endLife = context.WithCancelCause(context.Background())
	for name, worker := range o.Workers {
		if err := s.Reload(ctx, name, worker); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	if err := h.StartApp(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if err := h.TakeSpool(ctx); err != nil {
		h.Log("warn", "cannot add the records of earlier invocations to the checkpoints: "+reason.Of(err))
	}
	h.WakeActors()
	return s, nil
}

// Host returns what runs the server, for single invocations over its state and its emulated CRM.
func (s *Server) Host() *host.Host { return s.host }

// Reload starts a VM with a worker's new program, or adds the worker: see host.UserWorker.Load.
func (s *Server) Reload(ctx context.Context, name string, worker *project.Worker) error {
	return s.addWorker(name).Load(ctx, worker)
}

// Add adds a worker, whose first request starts a VM. Warm starts it earlier.
func (s *Server) Add(name string, worker *project.Worker) { s.addWorker(name).Prepare(worker) }

// Warm starts the VMs of workers one after the other, so that it leaves a core to requests.
func (s *Server) Warm(ctx context.Context, names []string) {
	for _, name := range names {
		if worker := s.worker(name); worker != nil {
			worker.Warm(ctx)
		}
	}
}

// addWorker returns a worker, and adds it when there is none of this name.
func (s *Server) addWorker(name string) *host.UserWorker {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.workers[name] == nil {
		s.workers[name] = s.host.AddUserWorker(name)
	}
	return s.workers[name]
}

// ReloadApp restarts the app worker with the current manifest.
func (s *Server) ReloadApp(ctx context.Context) error { return s.host.ReloadApp(ctx) }

// Remove removes a worker. Its requests in flight continue.
func (s *Server) Remove(name string) {
	s.mu.Lock()
	worker := s.workers[name]
	delete(s.workers, name)
	s.mu.Unlock()
	if worker != nil {
		worker.Remove()
	}
}

func (s *Server) worker(name string) *host.UserWorker {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.workers[name]
}

// WorkerOf returns the worker that a request's host names; "" for the app worker.
func WorkerOf(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	name, found := strings.CutSuffix(strings.ToLower(strings.TrimSuffix(host, ".")), workerDomain)
	if !found {
		return ""
	}
	return name
}

// WorkerAt returns the worker that the host of a request names; "" for the app worker.
func (s *Server) WorkerAt(r *http.Request) string {
	if name := WorkerOf(r.Host); s.Has(name) {
		return name
	}
	return ""
}

// Has reports whether there is a worker of this name.
func (s *Server) Has(name string) bool { return s.worker(name) != nil }

// Workers returns the names of the workers, sorted.
func (s *Server) Workers() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(maps.Keys(s.workers))
}

// ServeWorker answers a request by the worker of a name, which Has reports, whatever the host of the request. The
// runtime removes /w/<name> from the path after it has verified the URL.
func (s *Server) ServeWorker(w http.ResponseWriter, r *http.Request, name string) {
	if worker := s.worker(name); worker != nil {
		worker.ServeHTTP(w, r)
		return
	}
	http.NotFound(w, r) // it has been removed meanwhile
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if worker := s.worker(WorkerOf(r.Host)); worker != nil {
		worker.ServeHTTP(w, r)
		return
	}
	s.host.ServeApp(w, r)
}

// Schedule sets the cron triggers that fire, by worker name.
func (s *Server) Schedule(crons map[string][]string) error { return s.schedules.set(crons) }

// Upcoming returns the next n times of each cron trigger, by worker and expression.
func (s *Server) Upcoming(n int) []Upcoming { return s.schedules.upcoming(n) }

// Scheduled fires a cron trigger of a worker, as the edge platform does.
func (s *Server) Scheduled(ctx context.Context, name, cron string, at time.Time) error {
	worker := s.worker(name)
	if worker == nil {
		return fmt.Errorf("unknown worker %q", name)
	}
	return worker.Scheduled(ctx, cron, at)
}

// Shutdown takes no more requests, waits until those in flight have ended or ctx has, and releases the state. The state
// keeps what actors have to do later.
func (s *Server) Shutdown(ctx context.Context) error {
	s.endLife(host.ErrStopped)
	s.schedules.close()
	s.ticking.Lock() // waits for the end of a tick
	defer s.ticking.Unlock()
	s.mu.Lock()
	workers := slices.Collect(maps.Values(s.workers))
	s.mu.Unlock()
	var ended sync.WaitGroup
	for _, worker := range workers {
		ended.Go(func() { worker.Stop(ctx) })
	}
	ended.Wait()
	return s.host.Shutdown(ctx)
}

// Close is Shutdown without waiting.
func (s *Server) Close() error {
	now, cancel := context.WithCancel(context.Background())
	cancel()
	return s.Shutdown(now)
}
