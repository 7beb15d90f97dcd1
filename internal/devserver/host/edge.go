package host

import (
	"context"
	"encoding/json"

	"github.com/appsvc/svc/internal/devserver/edgevm"
	"github.com/appsvc/svc/internal/devserver/inspect"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/reason"
)

// Edge says how to run user workers in the edge engine. The app worker and its actors stay in the local engine, so the
// state, the clock and the alarms are the same with both engines.
type Edge struct {
	// Binary is the engine's executable.
	Binary string
	// Inspect takes the workers that serve requests, for debuggers. It may be nil.
	Inspect *inspect.Targets
}

// serveEdge starts a process with a worker that serves requests.
func (h *Host) serveEdge(ctx context.Context, name string, o WorkerOptions) (*edgeWorker, error) {
	targets := h.options.Edge.Inspect
	w, err := h.startEdge(ctx, o, targets != nil)
	if err == nil && targets != nil {
		targets.Set(name, w.Inspector())
		go func() {
			<-w.Done()
			targets.Remove(name, w.Inspector())
		}()
	}
	return w, err
}

// edgeWorker is a user worker in the edge engine.
type edgeWorker struct {
	*edgevm.VM
	// script is the code that it runs.
	script []byte
}

// startEdge starts a process with a worker.
func (h *Host) startEdge(ctx context.Context, o WorkerOptions, inspects bool) (*edgeWorker, error) {
	start := h.machine()
	report := &edgeReporter{reporter: reporter{h: h, worker: o.Worker}, current: ctx}
	report.context = func() context.Context { return report.current }
	if inspects {
		o = lending(o, report.context)
	}
	report.recorder = o.Recorder
	network := h.transport()
	if o.WrapTransport != nil {
		network = o.WrapTransport(network)
	}
	vm, err := edgevm.Start(ctx, edgevm.Options{
		Binary: h.options.Edge.Binary, Worker: o.Worker, Bindings: h.bindings.ofWorker(), Shared: o.Shared, Ahead: h.Ahead,
		Network: network, Actor: o.Actor, Inspect: inspects, OnReport: report.take,
		OnMessage: func(text string) { h.Log("warn", "the edge engine of "+o.Worker.File()+": "+text) },
	})
	if err != nil {
		return nil, err
	}
	h.Phase("start the worker", start)
	return &edgeWorker{vm, o.Worker.Script}, nil
}

func (w *edgeWorker) fetch(ctx context.Context, r *jsvm.Request, to *responder) error {
	return w.Stream(ctx, r, to)
}

func (w *edgeWorker) scheduled(ctx context.Context, event string) (string, error) {
	return w.Scheduled(ctx, event)
}

// Idle implements Runner. Its caller can end the process whatever the code does, and waits for nothing.
func (w *edgeWorker) Idle(idle func()) { idle() }

// Interrupt implements Runner.
func (*edgeWorker) Interrupt(string) {}

func (w *edgeWorker) settle(ctx context.Context) { w.Settle(ctx) }

func (w *edgeWorker) close() { w.Close() }

// edgeReporter passes on what a worker in the edge engine reports.
type edgeReporter struct {
	reporter
	// current is the context of the report that is being passed on.
	current context.Context //nolint:containedctx // reports follow each other
}

func (r *edgeReporter) take(report edgevm.Report) {
	r.current = report.Context
	var err error
	switch report.Kind {
	case edgevm.Log:
		_, err = r.log(report.Text)
	case edgevm.Observe:
		_, err = r.observe(report.Text)
	case edgevm.Console:
		r.console(report.Level, report.Text)
	case edgevm.Uncaught:
		thrown := jsvm.Exception{Rejection: true}
		if err = json.Unmarshal([]byte(report.Text), &thrown); err == nil {
			r.uncaught(&thrown)
		}
	}
	if err != nil {
		r.h.Log("error", r.worker.File()+" reported what cannot be read: "+reason.Of(err))
	}
}
