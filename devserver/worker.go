// This file runs a worker: its bundle in a VM of its own, over the host protocol of sdk/src/host/local.ts.

package devserver

import (
	"context"
	"time"

	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/jsvm/webapi"
	"github.com/appsvc/svc/internal/project"
)

// hostGlobal is the global of the host's script, which has the runtime, too.
const hostGlobal = "__svc_local"

// WorkerFooter ends a worker's script: it serves what the bundle exports.
const WorkerFooter = "\n" + hostGlobal + ".serve(" + project.WorkerGlobal + ".default);\n"

// BuildWorker bundles and compiles a worker for the VMs of a Host; config and file are relative to the
// project's folder, as project.Load found them.
func BuildWorker(ctx context.Context, o project.Options, config, file string) (*project.Worker, error) {
	return project.BuildWorker(ctx, project.WorkerOptions{
		Options: o, Config: config, File: file, Runtime: hostGlobal + ".runtime", Footer: WorkerFooter,
	})
}

// workerVM is a worker that serves.
type workerVM struct{ vm *jsvm.VM }

func (w *workerVM) machine() *jsvm.VM { return w.vm }

func (w *workerVM) settle(ctx context.Context) { settle(ctx, w.vm) }

func (w *workerVM) close() { w.vm.Close() }

// settle waits until the promises are settled that requests have given to waitUntil, or ctx ends.
func settle(ctx context.Context, vm *jsvm.VM) {
	_, _ = vm.Call(ctx, "__svc_settled", "") // whatever ends it, the VM is ended next
}

// step runs one step of the worker's code for an actor; request and answer are the host protocol's.
func (w *workerVM) step(ctx context.Context, request string) (string, error) {
	return w.vm.Call(ctx, "__svc_step", request)
}

// vmOptions are those of every VM: the web APIs, and outbound requests that go where the host says.
func (h *Host) vmOptions() jsvm.Options {
	return jsvm.Options{
		Clock: h.clock, Random: h.options.Random, Globals: webapi.All, Transport: h.transport(), TurnLimit: h.options.TurnLimit,
	}
}

// workerOptions say how to start a worker.
type workerOptions struct {
	worker *project.Worker
	report *reporter
	// actor passes on a call of an actor.
	actor func(ctx context.Context, request string) (string, error)
	// shared says that other VMs may call the CRM for the same portals.
	shared bool
	// turn is how long code may run without giving way; the host's own limit when zero.
	turn time.Duration
}

// startWorker makes a VM and runs the worker's script in it.
func (h *Host) startWorker(ctx context.Context, o workerOptions) (*workerVM, error) {
	start := h.options.Now()
	options := h.vmOptions()
	if o.turn > 0 {
		options.TurnLimit = o.turn
	}
	var vm *jsvm.VM
	options.Console = func(level, message string) {
		// A handler's console is a log too: what the runtime cuts out of log lines is cut out here.
		redacted, err := vm.Apply("__svc_redact", message)
		if err != nil {
			redacted = "(a line of the console that could not be redacted)"
		}
		o.report.console(level, redacted)
	}
	options.Uncaught = o.report.uncaught
	vm, err := jsvm.New(options)
	if err != nil {
		return nil, err
	}
	if err := h.loadWorker(ctx, vm, o); err != nil {
		vm.Close()
		return nil, err
	}
	h.phase("start the worker", start)
	return &workerVM{vm: vm}, nil
}

func (h *Host) loadWorker(ctx context.Context, vm *jsvm.VM, o workerOptions) error {
	for name, fn := range map[string]func(string) (string, error){
		"__svc_host_env":     constant(h.bindings.ofWorker()),
		"__svc_host_shared":  constant(o.shared),
		"__svc_host_log":     o.report.log,
		"__svc_host_observe": o.report.observe,
	} {
		if err := vm.BindSync(name, fn); err != nil {
			return err
		}
	}
	if err := vm.Bind("__svc_host_actor", o.actor); err != nil {
		return err
	}
	program, err := workerScript()
	if err != nil {
		return err
	}
	if err := vm.Run(ctx, program); err != nil {
		return err
	}
	return vm.Run(ctx, o.worker.Program)
}

func (h *Host) phase(name string, start time.Time) {
	if h.options.OnPhase != nil {
		h.options.OnPhase(name, h.options.Now().Sub(start))
	}
}
