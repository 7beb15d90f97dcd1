// This file serves a whole project over HTTP: each user worker in a VM of its own by the host
// <worker>.localhost, the app worker by every other host.

package devserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/store"
)

// workerDomain is the domain below which each user worker has a host of its own.
const workerDomain = ".localhost"

// Server is an http.Handler. Its methods may be called from several goroutines.
type Server struct {
	host      *Host
	schedules *schedules
	ticking   sync.Mutex // held while the clock is moved
	// life ends, with its cause, when the server shuts down.
	life    context.Context //nolint:containedctx // it is the server's own
	endLife context.CancelCauseFunc

	mu      sync.Mutex // guards what follows
	workers map[string]*slot
}

// NewServer starts the app worker and the workers, by their names, and begins to wake actors. Their
// programs end with WorkerFooter.
func NewServer(ctx context.Context, o Options, workers map[string]*project.Worker) (*Server, error) {
	h, err := New(o)
	if err != nil {
		return nil, err
	}
	s := &Server{host: h, schedules: newSchedules(h.clock, o.OnFired), workers: map[string]*slot{}}
	s.schedules.fire = s.Scheduled
	s.life, s.endLife = context.WithCancelCause(context.Background())
	for name, worker := range workers {
		if err := s.Reload(ctx, name, worker); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	if err := h.startApp(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if err := h.takeSpool(ctx); err != nil && o.OnLog != nil {
		o.OnLog(h.logLine("warn", "the records of earlier invocations are not in the checkpoints: "+err.Error()))
	}
	h.wakeActors()
	h.serves = true
	return s, nil
}

// MadeUp are the names of the reserved bindings that the host has made up.
func (s *Server) MadeUp() []string { return s.host.MadeUp() }

// Reload has new requests of a worker go to a new VM that runs the program; it also adds a worker. The
// requests in flight stay where they are, for at most 20 seconds. When the program does not start, the
// worker stays as it was.
func (s *Server) Reload(ctx context.Context, name string, worker *project.Worker) error {
	report := &reporter{h: s.host, worker: worker}
	start := func(ctx context.Context) (instance, error) {
		return s.host.startWorker(ctx, workerOptions{worker: worker, report: report, actor: s.host.actor, shared: true})
	}
	place := s.place(name)
	if err := place.replace(ctx, start); err != nil {
		return fmt.Errorf("the worker %q does not start: %w", name, err)
	}
	return nil
}

// ReloadApp starts the app worker anew, with the manifest as it is now. What is in flight there is given
// a moment to end, since there is never more than one.
func (s *Server) ReloadApp(ctx context.Context) error {
	return s.host.app.exchange(
		ctx, appDrainLimit, func(ctx context.Context) (instance, error) { return s.host.newState(ctx) },
	)
}

// appDrainLimit is how long the app worker's requests may hold up its successor.
const appDrainLimit = 2 * time.Second

// Remove takes a worker away.
func (s *Server) Remove(name string) {
	s.mu.Lock()
	place := s.workers[name]
	delete(s.workers, name)
	s.mu.Unlock()
	if place == nil {
		return
	}
	s.host.addStepper(name, nil)
	go place.stop(context.Background())
}

// place is where a worker runs, made when there is none yet.
func (s *Server) place(name string) *slot {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.workers[name] == nil {
		place := newSlot(s.host.clock, func(why error) { s.died(name, why) }, nil)
		s.workers[name] = place
		s.host.addStepper(
			name, func(ctx context.Context, request string) (string, error) { return runStep(ctx, place, request) },
		)
	}
	return s.workers[name]
}

func (s *Server) died(name string, why error) {
	if s.host.options.OnLog != nil {
		s.host.options.OnLog(
			s.host.logLine("error", fmt.Sprintf("the worker %s was stopped and started anew: %v", name, why)),
		)
	}
}

// runStep runs a step of a worker's code for an actor.
func runStep(ctx context.Context, place *slot, request string) (string, error) {
	g, err := place.acquire(ctx)
	if err != nil {
		return "", err
	}
	defer g.release()
	ctx, cancel := joined(ctx, g.ctx)
	defer cancel()
	return g.instance.(*workerVM).step(ctx, request)
}

// workerOf is the worker that a request's host names; "" for the app worker.
func workerOf(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	name, found := strings.CutSuffix(strings.ToLower(strings.TrimSuffix(host, ".")), workerDomain)
	if !found {
		return ""
	}
	return name
}

// Ahead is how far the clock is ahead of the machine's.
func (s *Server) Ahead() time.Duration {
	if clock, movable := s.host.clock.(*Clock); movable {
		return clock.Ahead()
	}
	return 0
}

// Has reports whether there is a worker of this name.
func (s *Server) Has(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.workers[name] != nil
}

// AtWorker is the request as it would have come to the host of a worker, with a target of its own.
func (s *Server) AtWorker(r *http.Request, name, target string) *http.Request {
	if !strings.HasPrefix(target, "/") {
		target = "/" + target
	}
	to := r.Clone(r.Context())
	to.RequestURI, to.Host = target, name+workerDomain
	if _, port, err := net.SplitHostPort(r.Host); err == nil {
		to.Host = net.JoinHostPort(to.Host, port)
	}
	return to
}

// Host is what runs the server, for single invocations over its state and its emulated CRM.
func (s *Server) Host() *Host { return s.host }

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	place := s.workers[workerOf(r.Host)]
	s.mu.Unlock()
	if place == nil {
		place = s.host.app
	}
	s.host.serve(place, w, r)
}

// Schedule has the cron triggers fire that the workers, by their names, have now.
func (s *Server) Schedule(crons map[string][]string) error { return s.schedules.set(crons) }

// Scheduled fires a cron schedule of a worker, as the platform does.
func (s *Server) Scheduled(ctx context.Context, name, cron string, at time.Time) error {
	s.mu.Lock()
	place := s.workers[name]
	s.mu.Unlock()
	if place == nil {
		return fmt.Errorf("there is no worker %q", name)
	}
	g, err := place.acquire(ctx)
	if err != nil {
		return err
	}
	defer g.release()
	ctx, cancel := joined(ctx, g.ctx)
	defer cancel()
	event, err := json.Marshal(map[string]any{"cron": cron, "scheduledTime": at.UnixMilli()})
	if err != nil {
		return err
	}
	answer, err := g.machine().Call(ctx, "__svc_scheduled", string(event))
	if err != nil {
		return err
	}
	return answered(answer)
}

// wakeActors begins to run alarms, and takes each away when it has ended.
func (h *Host) wakeActors() {
	fire := func(ctx context.Context, a store.Actor) error {
		return h.through(func() string { return "alarm " + a.Class }, func() error {
			return h.withState(ctx, func(ctx context.Context, v *stateVM) error { return v.alarm(ctx, a) })
		})
	}
	done := func(ctx context.Context, a store.Actor) error {
		return h.withState(ctx, func(ctx context.Context, v *stateVM) error { return v.takeAway(ctx, h.alarms, a) })
	}
	h.alarms.start(fire, done)
}

// CallActor calls a method of an actor as a worker does: request and answer are those of __svc_actor.
func (s *Server) CallActor(ctx context.Context, request string) (string, error) {
	return s.host.actor(ctx, request)
}

// State is everything that an actor keeps, by key; the values are JSON.
func (s *Server) State(ctx context.Context, class, name string) (map[string]string, error) {
	all := map[string]string{}
	err := s.host.withState(ctx, func(ctx context.Context, v *stateVM) error {
		return v.vm.Do(ctx, func() error {
			return v.state.use(v.vm, func(db *store.DB) error {
				entries, err := db.List(store.Actor{Class: class, Name: name}, store.Range{})
				for _, entry := range entries {
					all[entry.Key] = entry.Value
				}
				return err
			})
		})
	})
	return all, err
}

// Shutdown takes no more requests, waits until those in flight have ended or ctx has, and lets go of the
// state. What actors have to do later is kept in it.
func (s *Server) Shutdown(ctx context.Context) error {
	s.endLife(errStopped)
	s.schedules.close()
	s.ticking.Lock() // a tick that was under way has ended
	defer s.ticking.Unlock()
	s.mu.Lock()
	places := make([]*slot, 0, len(s.workers))
	for _, place := range s.workers {
		places = append(places, place)
	}
	s.mu.Unlock()
	var ended sync.WaitGroup
	for _, place := range places {
		ended.Go(func() { place.stop(ctx) })
	}
	ended.Wait()
	s.host.alarms.close()
	s.host.app.stop(ctx)
	return s.host.Close()
}

// Close is Shutdown for who does not wait.
func (s *Server) Close() error {
	now, cancel := context.WithCancel(context.Background())
	cancel()
	return s.Shutdown(now)
}

// Workers are the names of the workers, sorted.
func (s *Server) Workers() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	names := make([]string, 0, len(s.workers))
	for name := range s.workers {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
