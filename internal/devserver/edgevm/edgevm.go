// Package edgevm runs a user worker in a process of the edge engine, for svc dev. The head comment of
// sdk/src/host/workerd-dev.ts is the protocol that it speaks with the worker's host. Start at Start.
package edgevm

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/devserver/inspect"
	"github.com/appsvc/svc/internal/edgeworker"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/workerd"
	"github.com/appsvc/svc/sdk"
)

// Options describes a worker to start.
type Options struct {
	// Binary is the engine's executable.
	Binary string
	Worker *project.Worker
	// Bindings are the worker's variables and secrets.
	Bindings map[string]string
	// Shared reports that other processes call the CRM for the same portals.
	Shared bool
	// Ahead returns how far the clock is ahead of the machine's.
	Ahead func() time.Duration
	// Network carries the worker's requests. Actor calls an actor's method.
	Network http.RoundTripper
	Actor   func(ctx context.Context, request string) (string, error)
	// Inspect lets debuggers connect. Code may then block for as long as they hold it.
	Inspect bool
	// OnReport receives the worker's reports, in order, from one goroutine.
	OnReport func(Report)
	// OnMessage receives the messages of the engine itself.
	OnMessage func(text string)
}

const (
	// service is the name of the worker in its process.
	service = "worker"
	// networkName is where all its requests go, actorsName where its calls of actors go.
	networkName, actorsName = "svc-network", "svc-actors"
	// hostBinding is the worker's binding to actorsName (HOST_BINDING in sdk/src/host/workerd-dev.ts).
	hostBinding = "SVC_DEV_HOST"
	// hostFile is the worker's host.
	hostFile = "dist/host/workerd-dev.js"
	// asyncFlag gives the worker's host node:async_hooks, with which it finds the event that code runs for. It adds no
	// global.
	asyncFlag = "nodejs_als"
)

const (
	// probe is the interval between probes of a process with users.
	probe = time.Second
	// silence is how long code may block without yielding. The edge ends it after 30 s of processor time by default;
	// a developer should learn of it sooner.
	silence = 10 * time.Second
)

var errClosed = errors.New("the worker was stopped")

var errBlocked = fmt.Errorf("code blocked for %d s without yielding", int(silence.Seconds()))

// VM is a process of the edge engine with one user worker. It connects to this process by sockets in a folder that
// only this user can open, so that nothing else on the machine reaches the worker past the server. Its methods may be
// called from several goroutines.
type VM struct {
	options Options
	process *workerd.Process
	in      *client
	// dir is the folder of the sockets. servers are what the process connects to.
	dir     *workerd.Folder
	servers []*http.Server
	events  events
	// inspector is where debuggers connect, with Options.Inspect.
	inspector inspect.Target

	mu    sync.Mutex
	cause error // why this process ended the other
}

// Start starts a process with a worker. The caller closes it.
func Start(ctx context.Context, o Options) (_ *VM, err error) {
	v := &VM{options: o}
	defer func() {
		if err != nil {
			v.release()
		}
	}()
	if v.dir, err = workerd.NewFolder("svc-edge"); err != nil {
		return nil, err
	}
	if err := v.listen(); err != nil {
		return nil, err
	}
	config, err := v.config()
	if err != nil {
		return nil, err
	}
	v.process, err = workerd.Start(context.WithoutCancel(ctx), workerd.Options{
		Binary: o.Binary, Config: config, Inspect: o.Inspect, OnLine: v.line, OnError: o.OnMessage,
	})
	if err != nil {
		return nil, err
	}
	v.in = newClient(v.path("in"))
	v.inspector = inspect.Target{Address: v.process.Inspector(), Path: "/" + config.Services[0].Name}
	go v.watch()
	return v, nil
}

// path returns the path of a socket.
func (v *VM) path(socket string) string { return filepath.Join(v.dir.Path, socket) }

// config returns the configuration of the process: the modules are those of a deploy, but for the host's.
func (v *VM) config() (workerd.Config, error) {
	runtime, err := v.options.Worker.EdgeRuntime()
	if err != nil {
		return workerd.Config{}, err
	}
	host, err := fs.ReadFile(sdk.Files, hostFile)
	if err != nil {
		return workerd.Config{}, fmt.Errorf("cannot read a host script of the embedded SDK: %w", err)
	}
	worker := workerd.Service{
		Name: service, Listen: "unix:" + v.path("in"), FullTargets: true, Outbound: networkName,
		Flags:    []string{asyncFlag},
		Bindings: []workerd.Binding{{Name: hostBinding, Service: actorsName}},
	}
	if v.options.Worker.NodeCompat {
		worker.Flags = []string{edge.NodeFlag}
	}
	mapURL := ""
	if v.options.Inspect {
		worker.Name = service + "-" + rand.Text() // debuggers connect to a path with the name
		mapURL = "data:application/json;base64," + base64.StdEncoding.EncodeToString(v.options.Worker.SourceMap())
	}
	for _, module := range edgeworker.Modules(host, v.options.Worker.Script, runtime, mapURL) {
		worker.Modules = append(worker.Modules, workerd.Module{Name: module.Name, Text: module.Text})
	}
	for name, value := range v.options.Bindings {
		worker.Bindings = append(worker.Bindings, workerd.Binding{Name: name, Text: value})
	}
	slices.SortFunc(worker.Bindings, workerd.Binding.Compare)
	return workerd.Config{
		CompatibilityDate: platform.CompatibilityDate, Services: []workerd.Service{worker},
		Outsides: []workerd.Outside{
			{Name: networkName, Address: "unix:" + v.path(networkName)},
			{Name: actorsName, Address: "unix:" + v.path(actorsName)},
		},
	}, nil
}

// Inspector is where debuggers connect, with Options.Inspect.
func (v *VM) Inspector() inspect.Target { return v.inspector }

// Err returns why the process has ended; nil while it runs.
func (v *VM) Err() error {
	select {
	case <-v.process.Done():
	default:
		return nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.cause != nil {
		return v.cause
	}
	return v.process.Failure()
}

// Done is closed when the process has ended.
func (v *VM) Done() <-chan struct{} { return v.process.Done() }

// watch ends a process whose code does not yield.
func (v *VM) watch() {
	for {
		select {
		case <-v.process.Done():
			v.release()
			return
		case <-time.After(probe):
		}
		if v.events.count() == 0 || v.options.Inspect {
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), silence)
		err := v.ping(ctx)
		cancel()
		if errors.Is(err, context.DeadlineExceeded) {
			v.end(errBlocked)
		}
	}
}

// end ends the process. The first cause counts.
func (v *VM) end(cause error) {
	v.mu.Lock()
	if v.cause == nil {
		v.cause = cause
	}
	v.mu.Unlock()
	v.process.Stop()
}

// Settle waits until the worker has nothing left to do, or ctx ends.
func (v *VM) Settle(ctx context.Context) { v.events.settle(ctx, v.process.Done()) }

// Close ends the process.
func (v *VM) Close() {
	v.in.closeIdle()
	v.end(errClosed)
	v.release() // svc may end before the goroutine that watches the process does it, too
}

// release frees what the process used.
func (v *VM) release() {
	for _, server := range v.servers {
		_ = server.Close()
	}
	if v.dir != nil {
		v.dir.Remove()
	}
}
