// This file runs one worker: its bundle in a VM of its own, and requests through the runtime's router.

package devserver

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/jsvm/webapi"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/sdk"
)

// WorkerFooter ends a worker's script: it serves what the bundle exports.
const WorkerFooter = "\n__svc_local.serve(" + project.WorkerGlobal + ".default);\n"

// workerVM is a worker that serves.
type workerVM struct {
	host     *Host
	vm       *jsvm.VM
	recorder *recorder
	// install is the fixture of an invocation; nil for none.
	install *Install

	mu sync.Mutex
	// stateErr is why the state could not be used: the host's error, whatever the handler made of it.
	stateErr error
}

// vmOptions are those of every VM: the web APIs, and outbound requests that go where the host says.
func (h *Host) vmOptions() jsvm.Options {
	return jsvm.Options{
		Clock: jsvm.SystemClock(h.options.Now), Random: h.options.Random, Globals: webapi.All, Transport: h.transport(),
	}
}

// startWorker makes a VM and runs the worker's script in it. turn is how long code may run without
// giving way.
func (h *Host) startWorker(ctx context.Context, worker *project.Worker, install *Install, turn time.Duration) (*workerVM, error) {
	start := h.options.Now()
	w := &workerVM{host: h, recorder: &recorder{onLog: h.options.OnLog}, install: install}
	options := h.vmOptions()
	options.TurnLimit = turn
	options.Console = func(level, message string) { w.recorder.add(h.logLine(logLevel(level), message)) }
	options.Uncaught = func(e *jsvm.Exception) { w.recorder.add(h.logLine("error", uncaughtMessage(e, worker))) }
	vm, err := jsvm.New(options)
	if err != nil {
		return nil, err
	}
	w.vm = vm
	if err := w.load(ctx, worker); err != nil {
		vm.Close()
		return nil, err
	}
	h.phase("start the worker", start)
	return w, nil
}

func (w *workerVM) load(ctx context.Context, worker *project.Worker) error {
	for name, fn := range map[string]func(string) (string, error){
		"__svc_host_env":     constant(w.host.bindings.ofWorker()),
		"__svc_host_log":     w.recorder.log,
		"__svc_host_observe": w.recorder.observe,
	} {
		if err := w.vm.BindSync(name, fn); err != nil {
			return err
		}
	}
	if err := w.vm.Bind("__svc_host_actor", w.actor); err != nil {
		return err
	}
	if err := runHostScript(ctx, w.vm, "local.js"); err != nil {
		return err
	}
	return w.vm.Run(ctx, worker.Program)
}

// actor passes a call of an actor on to the state VM. The configuration of an install that was given
// for this invocation is answered here: it is not kept.
func (w *workerVM) actor(ctx context.Context, request string) (string, error) {
	if w.install != nil && w.install.Config != nil {
		var call struct{ Class, Method string }
		if json.Unmarshal([]byte(request), &call) == nil && call.Class == "InstallActor" && call.Method == "config" {
			return `{"v":` + string(w.install.Config) + `}`, nil
		}
	}
	if err := w.stateFailure(); err != nil {
		return "", err // opening it again would fail in another way, such as on the lock of the first time
	}
	state, err := w.host.state()
	if err != nil {
		return "", w.stateFailed(err)
	}
	answer, err := state.call(ctx, request)
	if err != nil && ctx.Err() == nil {
		return "", w.stateFailed(err)
	}
	return answer, err
}

// stateFailed keeps the first error: what calls that run side by side meet next only follows from it.
func (w *workerVM) stateFailed(err error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stateErr == nil {
		w.stateErr = err
	}
	return w.stateErr
}

func (w *workerVM) stateFailure() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.stateErr
}

func (h *Host) logLine(level, message string) LogLine {
	return LogLine{At: float64(h.options.Now().UnixMilli()), Level: level, Message: message}
}

// uncaughtMessage tells an error outside of any invocation's own course: in a timer, or in a promise
// that nobody waits for.
func uncaughtMessage(e *jsvm.Exception, worker *project.Worker) string {
	message := "uncaught: " + e.Error()
	if e.Rejection {
		message = "uncaught, in a promise that nobody awaits: " + e.Error()
	}
	for _, frame := range frames(worker, e.Stack) {
		if frame.Own {
			return fmt.Sprintf("%s (%s:%d:%d)", message, frame.File, frame.Line, frame.Column)
		}
	}
	return message
}

// logLevel is the level of a log line for one of the console's.
func logLevel(console string) string {
	if console == "log" {
		return "info"
	}
	return console
}

// runHostScript runs a script of the SDK in the VM.
func runHostScript(ctx context.Context, vm *jsvm.VM, name string) error {
	text, err := fs.ReadFile(sdk.Files, "dist/host/"+name)
	if err != nil {
		return fmt.Errorf("the embedded SDK has no host script: %w", err)
	}
	program, err := jsvm.Compile("svc:"+name, string(text))
	if err != nil {
		return err
	}
	return vm.Run(ctx, program)
}

func (h *Host) phase(name string, start time.Time) {
	if h.options.OnPhase != nil {
		h.options.OnPhase(name, h.options.Now().Sub(start))
	}
}
