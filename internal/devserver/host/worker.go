package host

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/jsvm/webapi"
	"github.com/appsvc/svc/internal/project"
)

// WorkerFooter ends a worker's script: it serves what the bundle exports, with extensions of the runtime.
func WorkerFooter(extensions []string) string {
	names, _ := json.Marshal(extensions) // strings always marshal
	return "\n" + project.HostGlobal + ".serve(" + project.WorkerGlobal + ".default, " + string(names) + ");\n"
}

// BuildWorker bundles and compiles a worker of a loaded project for the VMs of a Host. The file is relative to the
// project's folder.
func BuildWorker(
	ctx context.Context, o project.Options, p *declared.Project, file string,
) (*project.Worker, error) {
	return project.BuildWorker(ctx, project.WorkerOptions{Options: o, Project: p, File: file, Footer: WorkerFooter})
}

// BuildWorkers is BuildWorker for several files at once. It leaves out those that must be built alone.
func BuildWorkers(o project.Options, p *declared.Project, files []string) map[string]*project.Worker {
	return project.BuildWorkers(project.WorkerOptions{Options: o, Project: p, Footer: WorkerFooter}, files)
}

// userVM runs the code of a user worker for requests, actors and schedules.
type userVM interface {
	pooledVM
	Runner
	// scheduled fires a cron trigger. Event and answer are those of the host protocol.
	scheduled(ctx context.Context, event string) (string, error)
}

// Runner runs the code of a user worker for one caller.
type Runner interface {
	// Fetch passes a request to the worker.
	Fetch(ctx context.Context, r *jsvm.Request) (*jsvm.Response, error)
	// Step runs one step of the code for an actor. Request and answer are those of the host protocol.
	Step(ctx context.Context, request string) (string, error)
	// Idle calls a function when no code is blocked.
	Idle(idle func())
	// Interrupt ends the worker for a reason if code blocks it. The error of the request has the reason and the code.
	Interrupt(reason string)
	Close()
}

// StartRunner starts a worker for one caller, in the engine of the host.
func (h *Host) StartRunner(ctx context.Context, o WorkerOptions) (Runner, error) {
	if h.options.Edge != nil {
		return h.startEdge(ctx, o, false)
	}
	return h.StartWorker(ctx, o)
}

// WorkerVM is the VM of a user worker in the local engine.
type WorkerVM struct{ vm *jsvm.VM }

// VM returns the engine.
func (w *WorkerVM) VM() *jsvm.VM { return w.vm }

// Fetch implements Runner.
func (w *WorkerVM) Fetch(ctx context.Context, r *jsvm.Request) (*jsvm.Response, error) {
	return w.vm.Fetch(ctx, r)
}

// Interrupt implements Runner.
func (w *WorkerVM) Interrupt(reason string) { w.vm.Interrupt(reason) }

// Idle implements Runner.
func (w *WorkerVM) Idle(idle func()) {
	w.vm.Enqueue(func() error {
		idle()
		return nil
	})
}

// Step implements Runner.
func (w *WorkerVM) Step(ctx context.Context, request string) (string, error) {
	return w.vm.Call(ctx, "__svc_step", request)
}

// Close ends the VM.
func (w *WorkerVM) Close() { w.vm.Close() }

// Err implements pooledVM.
func (w *WorkerVM) Err() error { return w.vm.Err() }

// Done implements pooledVM.
func (w *WorkerVM) Done() <-chan struct{} { return w.vm.Done() }

func (w *WorkerVM) fetch(ctx context.Context, r *jsvm.Request, to *responder) error {
	return w.vm.FetchTo(ctx, r, to)
}

func (w *WorkerVM) scheduled(ctx context.Context, event string) (string, error) {
	return w.vm.Call(ctx, "__svc_scheduled", event)
}

func (w *WorkerVM) settle(ctx context.Context) { settle(ctx, w.vm) }

func (w *WorkerVM) close() { w.vm.Close() }

// settle waits until the promises that requests have passed to waitUntil are settled, or ctx ends.
func settle(ctx context.Context, vm *jsvm.VM) {
	_, _ = vm.Call(ctx, "__svc_settled", "") // the VM is closed next, whatever the result
}

// vmOptions returns the options of every VM: the web APIs, and where outbound requests go.
func (h *Host) vmOptions() jsvm.Options {
	return jsvm.Options{
		Clock: h.clock, Random: h.options.Random, Globals: webapi.All, Transport: h.transport(), TurnLimit: h.hooks.TurnLimit,
	}
}

// WorkerOptions describes a worker to start.
type WorkerOptions struct {
	Worker *project.Worker
	// Recorder returns what records the reports of the code that runs now. It may be nil: a server records nothing.
	Recorder func() Recorder
	// Actor calls an actor's method.
	Actor func(ctx context.Context, request string) (string, error)
	// Shared reports that other VMs may call the CRM for the same portals.
	Shared bool
	// TurnLimit is how long code may block without yielding, whatever processor time it gets: a caller waits no longer.
	// The default is the host's limit, in processor time.
	TurnLimit time.Duration
	// WrapTransport wraps what carries the requests of the worker. It may be nil.
	WrapTransport func(http.RoundTripper) http.RoundTripper
}

// unknownTime makes a limit one of time.
func unknownTime() time.Duration { return 0 }

// StartWorker creates a VM and runs the worker's script in it.
func (h *Host) StartWorker(ctx context.Context, o WorkerOptions) (*WorkerVM, error) {
	start := h.machine()
	report := &reporter{h: h, worker: o.Worker, recorder: o.Recorder}
	options := h.vmOptions()
	if o.TurnLimit > 0 {
		options.TurnLimit, options.ProcessorTime = o.TurnLimit, unknownTime
	}
	if o.Worker.NodeCompat {
		options.Globals = slices.Concat(options.Globals, webapi.Node)
	}
	if o.WrapTransport != nil {
		options.Transport = o.WrapTransport(options.Transport)
	}
	var vm *jsvm.VM
	options.Console = func(level, message string) {
		// A handler's console is a log too: it is redacted as log lines are.
		redacted, err := vm.Apply("__svc_redact", message)
		if err != nil {
			redacted = "(a line of the console that could not be redacted)"
		}
		report.console(level, redacted)
	}
	options.Uncaught = report.uncaught
	vm, err := jsvm.New(options)
	if err != nil {
		return nil, err
	}
	report.context = contextOf(vm)
	if err := h.loadWorker(ctx, vm, o, report); err != nil {
		vm.Close()
		return nil, err
	}
	h.Phase("start the worker", start)
	return &WorkerVM{vm: vm}, nil
}

func (h *Host) loadWorker(ctx context.Context, vm *jsvm.VM, o WorkerOptions, report *reporter) error {
	for name, fn := range map[string]func(string) (string, error){
		"__svc_host_env":     constant(h.bindings.ofWorker()),
		"__svc_host_shared":  constant(o.Shared),
		"__svc_host_log":     report.log,
		"__svc_host_observe": report.observe,
	} {
		if err := vm.BindSync(name, fn); err != nil {
			return err
		}
	}
	if err := vm.Bind("__svc_host_actor", o.Actor); err != nil {
		return err
	}
	programs, err := runtimeOf(o.Worker)
	if err != nil {
		return err
	}
	for _, program := range programs {
		if err := vm.Run(ctx, program); err != nil {
			return err
		}
	}
	return vm.Run(ctx, o.Worker.Program)
}

// runtimeOf returns what runs before the code of a worker: the host and the runtime. Those are parts of the embedded
// SDK. The runtime of another copy then takes its place.
func runtimeOf(w *project.Worker) ([]*jsvm.Program, error) {
	embedded, err := project.EmbeddedRuntime()
	if err != nil {
		return nil, err
	}
	if w.Runtime == nil {
		return embedded.Programs(true, w.Extensions)
	}
	programs, err := embedded.Programs(true, nil)
	if err != nil {
		return nil, err
	}
	own, err := w.Runtime.Programs(false, w.Extensions)
	return slices.Concat(programs, own), err
}
