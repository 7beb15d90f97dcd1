package devserver

import (
	"context"
	"encoding/json"

	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/project"
)

// Isolate is one of several VMs that serve a worker side by side for one install, as the edge platform starts them. Its
// caller sends the requests, many at a time, and advances the clock.
type Isolate struct {
	host   *host.Host
	worker *project.Worker
	vm     *host.WorkerVM
	run    *installFixture
	// background records code that runs for no request: steps of syncs.
	background *recorder
}

// IsolateOptions describes an Isolate.
type IsolateOptions struct {
	Worker     *project.Worker
	Capability Capability
	Install    *Install
	// Alone reports that no other isolate calls the CRM for the install, so that calls need no coordinator.
	Alone bool
}

// StartIsolate starts a VM of the worker. The first one of a worker also begins to wake actors.
func StartIsolate(ctx context.Context, h *host.Host, o IsolateOptions) (*Isolate, error) {
	if err := h.StartApp(ctx); err != nil {
		return nil, err
	}
	if o.Capability.Kind == KindSource {
		// The worker's bindings get the secret with which the sender signs.
		if _, err := sourceSecret(h, o.Capability.Auth); err != nil {
			return nil, err
		}
	}
	run := &installFixture{h: h, install: o.Install, seen: &recorder{}}
	i := &Isolate{host: h, worker: o.Worker, run: run, background: &recorder{}}
	var err error
	i.vm, err = h.StartWorker(ctx, host.WorkerOptions{
		Worker: o.Worker, Recorder: i.recorder, Actor: i.run.actor, Shared: !o.Alone,
	})
	if err != nil {
		return nil, startError(ctx, err)
	}
	if h.AddStepper(o.Capability.Worker, i.vm.Step) {
		h.WakeActors()
	}
	return i, nil
}

// Close ends the VM.
func (i *Isolate) Close() { i.vm.Close() }

// sendingKey is the context key of a request's recorder.
type sendingKey struct{}

// BackgroundCalls returns the calls to the CRM of steps, which alarms run: no Result contains them.
func (i *Isolate) BackgroundCalls() []CRMCall { return i.background.seen().calls }

// recorder returns the recorder of the request that the running code belongs to.
func (i *Isolate) recorder() host.Recorder {
	if i.vm == nil {
		return i.run.seen // the script is still loading
	}
	ctx, _ := i.vm.VM().Context()
	if seen, sends := ctx.Value(sendingKey{}).(*recorder); sends {
		return seen
	}
	return i.background
}

// Send runs the capability once. An error means that it could not run: how it ended is in the result. The requests that
// the code sends have the values of ctx.
func (i *Isolate) Send(ctx context.Context, invocation Invocation) (*Result, error) {
	h := i.host
	r, body, err := invocation.request(workerOrigin)
	if err != nil {
		return nil, err
	}
	if err := sign(h, r, body, invocation); err != nil {
		return nil, err
	}
	seen := &recorder{}
	start := h.MachineNow()
	request := &jsvm.Request{Method: r.Method, URL: r.URL.String(), Header: r.Header, Body: body}
	response, err := i.vm.VM().Fetch(context.WithValue(ctx, sendingKey{}, seen), request)
	if stateErr := i.run.stateFailure(); stateErr != nil {
		return nil, stateErr
	}
	result := newResult(invocation)
	result.DurationMs = float64(h.MachineNow().Sub(start).Microseconds()) / 1000
	if err := finish(h, result, ended{response: response, err: err, seen: seen.seen(), worker: i.worker}); err != nil {
		return nil, err
	}
	return result, nil
}

// RetryAfter returns the number of seconds after which the response asks for a retry; negative for none.
func (i *Isolate) RetryAfter(r *Result) float64 { return retryAfterOf(i.host, r) }

// Store returns what the install's ctx.store contains, by key. The values are JSON.
func (i *Isolate) Store(ctx context.Context) (map[string]json.RawMessage, error) {
	var entries []struct {
		Key   string
		Value json.RawMessage
	}
	if err := i.ask(ctx, "storeList", map[string]any{}, &entries); err != nil {
		return nil, err
	}
	all := map[string]json.RawMessage{}
	for _, entry := range entries {
		all[entry.Key] = entry.Value
	}
	return all, nil
}

// PutStore sets an entry of the install's ctx.store to JSON.
func (i *Isolate) PutStore(ctx context.Context, key string, value json.RawMessage) error {
	return i.ask(ctx, "storePut", map[string]any{"key": key, "value": value}, nil)
}

// Failed returns why the VM can serve no more requests; nil while it can.
func (i *Isolate) Failed() error { return i.vm.VM().Err() }
