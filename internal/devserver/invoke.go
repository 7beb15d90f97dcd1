package devserver

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/project"
)

// workerOrigin is the origin that workers see in their requests. No server listens there.
const workerOrigin = "https://worker.invalid"

const (
	// lastTurn is how long code may run on at the deadline before it counts as blocked.
	lastTurn = 100 * time.Millisecond
	// grace is how long code may then take to stop. Its error says where it was. Only a busy machine needs more than some
	// milliseconds.
	grace = 5 * time.Second
)

// errMemory ends an invocation that uses too much memory.
var errMemory = fmt.Errorf("the invocation used more than %d MB of memory", memoryLimit>>20)

// InvokeOptions describes a call of Invoke.
type InvokeOptions struct {
	Worker     *project.Worker
	Invocation Invocation
	Timeout    time.Duration
	// WrapTransport wraps what carries the requests of the worker. It may be nil.
	WrapTransport func(http.RoundTripper) http.RoundTripper
	// OnActor receives the calls of actors and their answers, JSON. It may be nil.
	OnActor func(request, answer string)
}

// Invoke runs the capability in a new VM. An error means that it could not run: how it ended is in the result.
func Invoke(ctx context.Context, h *host.Host, o InvokeOptions) (*Result, error) {
	i, worker := o.Invocation, o.Worker
	if _, err := i.signed(h); err != nil { // before a VM starts
		return nil, err
	}
	run := &installFixture{h: h, install: i.Install, seen: &recorder{}, spools: true}
	began := h.Now()
	vm, err := o.start(ctx, h, run)
	var stopped *jsvm.PoisonedError
	var thrown *jsvm.Exception
	if errors.As(err, &stopped) || errors.As(err, &thrown) {
		result, seen := newResult(i), (&recorder{}).seen()
		err := finish(h, result, ended{err: err, seen: seen, worker: worker})
		if err != nil || stopped == nil {
			return result, err
		}
		h.Spool(spoolEntries(h, worker, seen, result, began)) // the time can run out before the handler begins
		return result, h.TakeSpoolNow(ctx)
	}
	if err != nil {
		return nil, startError(ctx, err)
	}
	defer vm.Close()
	if h.AddStepper(i.Capability.Worker, vm.Step) {
		defer h.RemoveStepper(i.Capability.Worker)
	}
	began = h.Now()
	start := h.MachineNow()
	response, err := o.send(ctx, h, vm)
	elapsed := h.MachineNow().Sub(start)
	h.Phase("run the capability", start)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if stateErr := run.stateFailure(); stateErr != nil {
		return nil, stateErr
	}
	if err == nil && elapsed >= o.Timeout {
		// The response came after the deadline, and the timer of fetch is even later.
		response, err = nil, context.DeadlineExceeded
	}
	result := newResult(i)
	result.DurationMs = float64(elapsed.Microseconds()) / 1000
	seen := run.seen.seen()
	if err := finish(h, result, ended{response: response, err: err, seen: seen, worker: worker}); err != nil {
		return nil, err
	}
	if run.spools {
		h.Spool(spoolEntries(h, worker, seen, result, began))
	}
	return result, h.TakeSpoolNow(ctx)
}

// debugTimeout is the time-out of an invocation that a debugger may pause.
const debugTimeout = 24 * time.Hour

// start returns what runs the invocation: the process of the worker if debuggers can connect to it, else a new VM.
func (o *InvokeOptions) start(ctx context.Context, h *host.Host, run *installFixture) (host.Runner, error) {
	options := host.WorkerOptions{
		Worker: o.Worker, Recorder: run.recorder, Actor: run.reporting(o.OnActor), TurnLimit: o.Timeout,
		WrapTransport: o.WrapTransport,
	}
	if o.Invocation.Install == nil {
		if vm := h.Borrow(ctx, o.Invocation.Capability.Worker, options); vm != nil {
			run.spools, o.Timeout = false, debugTimeout
			return vm, nil
		}
	}
	return h.StartRunner(ctx, options)
}

// fetch sends the request, and cancels it at the deadline or when it uses too much memory.
func fetch(ctx context.Context, vm host.Runner, r *jsvm.Request, timeout time.Duration) (*jsvm.Response, error) {
	limited, exceed := context.WithCancelCause(ctx)
	defer exceed(nil)
	defer guardMemory(func() { exceed(errMemory) })()
	defer time.AfterFunc(timeout, func() { exceed(patience(vm)) }).Stop()
	response, err := vm.Fetch(limited, r)
	if errors.Is(err, context.Canceled) {
		err = context.Cause(limited)
	}
	return response, err
}

// send signs the request and sends it. A tick may move the clock while the request waits: then the worker rejects the
// signature as stale, and the next one has the new time.
func (o *InvokeOptions) send(ctx context.Context, h *host.Host, vm host.Runner) (*jsvm.Response, error) {
	for {
		ahead := h.Ahead()
		request, err := o.Invocation.signed(h)
		if err != nil {
			return nil, err
		}
		response, err := fetch(h.WithRequest(ctx, request), vm, request, o.Timeout)
		if err != nil || response.Status != http.StatusUnauthorized || h.Ahead() == ahead {
			return response, err
		}
	}
}

// signed returns the request of the invocation, signed now.
func (i Invocation) signed(h *host.Host) (*jsvm.Request, error) {
	r, body, err := i.request(workerOrigin)
	if err != nil {
		return nil, err
	}
	if err := sign(h, r, body, i); err != nil {
		return nil, err
	}
	return &jsvm.Request{Method: r.Method, URL: r.URL.String(), Header: r.Header, Body: body}, nil
}

// patience interrupts blocked code, whose error ends the invocation, and returns at once when no code is blocked. It
// returns the error that ends the invocation if no code was blocked.
func patience(vm host.Runner) error {
	idle := make(chan struct{})
	vm.Idle(func() { close(idle) })
	select {
	case <-idle:
		return context.DeadlineExceeded
	case <-time.After(lastTurn):
	}
	vm.Interrupt("code blocked until the time-out without yielding")
	select {
	case <-idle:
	case <-time.After(grace):
	}
	return context.DeadlineExceeded
}

// spoolEntries returns the records of an invocation that has ended.
func spoolEntries(
	h *host.Host, worker *project.Worker, seen observed, result *Result, began time.Time,
) []host.SpooledEntry {
	entries := seen.entries(worker)
	if result.Status == StatusTimeout && len(entries) == 1 {
		entries[0].Entry.Outcome = StatusTimeout // the handler has ended after the deadline
	}
	if seen.ending == nil && (result.Status == StatusTimeout || result.Status == StatusError) {
		entries = append(entries, unrecorded(h, result, began)) // its VM was stopped before it could write one
	}
	return entries
}

func unrecorded(h *host.Host, r *Result, began time.Time) host.SpooledEntry {
	return host.SpooledEntry{Portal: host.NoPortal, Entry: host.Entry{
		DeployID: h.DeployID(), Worker: r.Worker, CapabilityID: r.CapabilityID, Kind: r.Kind, Surface: string(r.Surface),
		Outcome: r.Status, At: float64(began.UnixMilli()), DurationMs: r.DurationMs, CRMCalls: len(r.CRMCalls),
	}}
}

// startError is the error of a worker that does not start: the cause if the caller gave up.
func startError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return fmt.Errorf("the worker does not start: %w", err)
}
