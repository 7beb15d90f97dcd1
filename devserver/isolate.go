// This file gives out isolates: VMs that serve one worker side by side for one install, as the edge starts them,
// for a caller who sends the requests himself and moves the clock.

package devserver

import (
	"context"
	"fmt"

	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/project"
)

// Isolate is one VM of a worker. Many requests may be on their way in it.
type Isolate struct {
	host   *Host
	worker *project.Worker
	vm     *workerVM
	run    *invocationRun
	// aside is told of what code does that runs for no request: steps of syncs.
	aside *recorder
}

// StartIsolate starts a VM of the worker. Whoever calls it also wants actors to be woken: that begins with the
// first one.
func (h *Host) StartIsolate(
	ctx context.Context, worker *project.Worker, capability Capability, install *Install,
) (*Isolate, error) {
	if err := h.startApp(ctx); err != nil {
		return nil, err
	}
	if capability.Kind == KindSource {
		if _, err := h.sourceSecret(capability.Auth); err != nil { // the worker is given what the sender signs with
			return nil, err
		}
	}
	i := &Isolate{
		host: h, worker: worker, run: &invocationRun{h: h, install: install, seen: &recorder{}}, aside: &recorder{},
	}
	report := &reporter{h: h, worker: worker, keep: i.collect}
	var err error
	if i.vm, err = h.startWorker(ctx, workerOptions{
		worker: worker, report: report, actor: i.run.actor, shared: true,
	}); err != nil {
		return nil, fmt.Errorf("the worker does not start: %w", err)
	}
	if h.addStepperOnce(capability.Worker, i.vm.step) {
		h.wakeActors()
	}
	return i, nil
}

// Close ends the VM.
func (i *Isolate) Close() { i.vm.close() }

// sendingKey is where the context of a request in flight has its recorder.
type sendingKey struct{}

// CallsAside are the calls of the CRM that steps have made, which alarms ask for: no request has a result that tells of them.
func (i *Isolate) CallsAside() []CRMCall { return i.aside.seen().calls }

// collect is the recorder of the request that the running code belongs to.
func (i *Isolate) collect() *recorder {
	if i.vm == nil {
		return i.run.seen // the script is still loading
	}
	ctx, _ := i.vm.vm.Context()
	if seen, sends := ctx.Value(sendingKey{}).(*recorder); sends {
		return seen
	}
	return i.aside
}

// Send runs the capability once. An error means that it could not be run; how it ended is in the result.
// What the context carries, the requests that the code makes carry too.
func (i *Isolate) Send(ctx context.Context, invocation Invocation) (*Result, error) {
	h := i.host
	r, body, err := invocation.request(workerOrigin)
	if err != nil {
		return nil, err
	}
	if err := h.sign(r, body, invocation); err != nil {
		return nil, err
	}
	seen := &recorder{}
	start := h.options.Now()
	request := &jsvm.Request{Method: r.Method, URL: r.URL.String(), Header: r.Header, Body: body}
	response, err := i.vm.vm.Fetch(context.WithValue(ctx, sendingKey{}, seen), request)
	if stateErr := i.run.stateFailure(); stateErr != nil {
		return nil, stateErr
	}
	result := newResult(invocation)
	result.DurationMs = float64(h.options.Now().Sub(start).Microseconds()) / 1000
	if err := h.finish(result, response, err, seen.seen(), i.worker); err != nil {
		return nil, err
	}
	return result, nil
}

// RetryAfter is the number of seconds after which the answer asks to come again; negative when it does not ask.
func (i *Isolate) RetryAfter(r *Result) float64 { return i.host.waitOf(r) }

// Failed is why the VM can serve nobody any more; nil while it can.
func (i *Isolate) Failed() error { return i.vm.vm.Err() }
