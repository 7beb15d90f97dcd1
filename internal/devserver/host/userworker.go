package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/appsvc/svc/internal/project"
)

// UserWorker is a worker of the project's code that serves requests.
type UserWorker struct {
	host *Host
	name string
	pool *workerPool
}

// AddUserWorker adds a worker without code. Actors may run steps of it. Load gives it its code.
func (h *Host) AddUserWorker(name string) *UserWorker {
	u := &UserWorker{host: h, name: name}
	u.pool = newWorkerPool(h.clock, u.died, nil)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.steppers[name], h.served[name] = u.step, u
	return u
}

// Load starts a VM with the program, to which new requests go. Requests in flight may stay in the former VM for at
// most 20 seconds. When the program does not start, the worker remains as it was.
func (u *UserWorker) Load(ctx context.Context, worker *project.Worker) error {
	if err := u.pool.replace(ctx, u.starting(worker)); err != nil {
		return u.startError(err)
	}
	return nil
}

// Prepare gives a worker without code its program. The first request starts a VM with it, or Warm.
func (u *UserWorker) Prepare(worker *project.Worker) { u.pool.prepare(u.starting(worker)) }

// Warm starts a VM, if there is none. It logs why it does not start.
func (u *UserWorker) Warm(ctx context.Context) {
	i, err := u.pool.acquire(ctx)
	switch {
	case err == nil:
		i.release()
	case !errors.Is(err, ErrStopped) && ctx.Err() == nil:
		u.host.Log("error", u.startError(err).Error())
	}
}

func (u *UserWorker) startError(err error) error {
	return fmt.Errorf("the worker %q does not start: %w", u.name, err)
}

// starting returns what starts a VM with a program.
func (u *UserWorker) starting(worker *project.Worker) startVM {
	return func(ctx context.Context) (pooledVM, error) {
		o := WorkerOptions{Worker: worker, Actor: u.host.callActorOf(worker), Shared: true}
		if u.host.options.Edge != nil {
			return u.host.serveEdge(ctx, u.name, o)
		}
		return u.host.StartWorker(ctx, o)
	}
}

// ServeHTTP implements http.Handler.
func (u *UserWorker) ServeHTTP(w http.ResponseWriter, r *http.Request) { u.host.serve(u.pool, w, r) }

// Scheduled fires a cron trigger of the worker, as the edge platform does.
func (u *UserWorker) Scheduled(ctx context.Context, cron string, at time.Time) error {
	event, err := json.Marshal(map[string]any{"cron": cron, "scheduledTime": at.UnixMilli()})
	if err != nil {
		return err
	}
	return u.with(ctx, func(ctx context.Context, vm userVM) error {
		answer, err := vm.scheduled(ctx, string(event))
		if err != nil {
			return err
		}
		return actorError(answer)
	})
}

// Remove stops the worker when its requests have ended.
func (u *UserWorker) Remove() {
	u.host.RemoveStepper(u.name)
	u.host.mu.Lock()
	delete(u.host.served, u.name)
	u.host.mu.Unlock()
	go u.pool.stop(context.Background())
}

// Stop takes no more requests, and waits until those in flight have ended or ctx has.
func (u *UserWorker) Stop(ctx context.Context) { u.pool.stop(ctx) }

func (u *UserWorker) died(why error) {
	u.host.Log("error", fmt.Sprintf("the worker %s was stopped and restarted: %v", u.name, why))
}

// step runs a step of the worker's code for an actor.
func (u *UserWorker) step(ctx context.Context, request string) (answer string, err error) {
	err = u.with(ctx, func(ctx context.Context, vm userVM) (err error) {
		answer, err = vm.Step(ctx, request)
		return err
	})
	return answer, err
}

// with runs work with the newest VM.
func (u *UserWorker) with(ctx context.Context, work func(context.Context, userVM) error) error {
	i, err := u.pool.acquire(ctx)
	if err != nil {
		return err
	}
	defer i.release()
	ctx, cancel := joined(ctx, i.ctx)
	defer cancel()
	return work(ctx, i.pooledVM.(userVM))
}
