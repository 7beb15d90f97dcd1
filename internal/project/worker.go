package project

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	goruntime "runtime"
	"sync"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/jsvm"
)

// WorkerGlobal is the global that a worker's program defines. Its `default` is the argument of createWorker.
const WorkerGlobal = bundle.WorkerGlobal

// HostGlobal is the global with the exports of the local engine's host, sdk/src/host/local.ts.
const HostGlobal = bundle.SDKGlobal + "_local"

// WorkerOptions configures BuildWorker.
type WorkerOptions struct {
	Options
	// Project is the loaded project, and File the worker file, relative to Dir.
	Project *declared.Project
	File    string
	// Footer returns JavaScript that runs after the bundle in the same program. The extensions are those of the runtime
	// that the worker needs, by name.
	Footer func(extensions []string) string
}

// Worker is one worker, compiled. Several VMs may run it. Its methods are safe for concurrent use.
type Worker struct {
	// Runtime is the runtime of the project's SDK. It is nil for the embedded SDK.
	Runtime *Runtime
	Program *jsvm.Program
	// Script is the bundle without the footer, Extensions the extensions of the runtime that it needs.
	Script     []byte
	Extensions []string
	// NodeCompat means that the worker may use modules of Node.
	NodeCompat bool
	// EdgeRuntime returns the runtime of the project's SDK for the edge engine.
	EdgeRuntime func() (*bundle.Runtime, error)
	// root is the project's folder, absolute.
	root string
	// name is the file name in stack frames.
	name    string
	sources *bundle.Sources
	// script has the source map. It is built when an error is explained.
	script  func() *mappedScript
	mu      sync.Mutex // guards what follows, and script
	locator *locator
}

// SourceMap returns the source map of Script for a debugger, which reads the sources from disk; nil for none.
func (w *Worker) SourceMap() []byte {
	w.mu.Lock()
	whole := w.script().whole
	w.mu.Unlock()
	members := map[string]any{}
	if json.Unmarshal(whole, &members) != nil {
		return nil
	}
	root := url.URL{Scheme: "file", Path: path.Join("/", filepath.ToSlash(w.root)) + "/"}
	members["sourceRoot"] = root.String()
	text, err := json.Marshal(members)
	if err != nil {
		return nil
	}
	return text
}

// File is the worker's file, relative to the project's folder.
func (w *Worker) File() string { return w.name }

// Contains reports whether the worker was bundled from a source file of the user, relative to the project's folder.
func (w *Worker) Contains(file string) bool {
	_, known := w.sources.Text(file)
	return known
}

// BuildWorker bundles and compiles a worker. It returns the first mistake of a project as an error. Load explains all
// of them.
func BuildWorker(ctx context.Context, o WorkerOptions) (*Worker, error) {
	o.nodeCompat = o.Project.NodeCompat()
	l, err := newBuilder(o.Options)
	if err != nil {
		return nil, err
	}
	parts := bundle.WorkerParts{Config: o.Project.ConfigFile, File: o.File}
	if parts.Profile, err = profileText(l.options.Profile); err != nil {
		return nil, err
	}
	w, err := lowered(ctx, l, func() (*Worker, error) { return l.worker(parts, o.Footer) })
	if err == nil {
		w.Runtime, err = ownRuntime(l.sdk)
	}
	return w, err
}

// BuildWorkers bundles several workers of a project at once, which takes a fraction of the time. It returns them by
// file.
// One that cannot be built with the others is left out: BuildWorker builds it alone, or returns why it cannot.
func BuildWorkers(o WorkerOptions, files []string) map[string]*Worker {
	o.nodeCompat = o.Project.NodeCompat()
	l, err := newBuilder(o.Options)
	if err != nil {
		return nil
	}
	profile, err := profileText(l.options.Profile)
	if err != nil {
		return nil
	}
	outputs, sources, faults := bundle.WorkersWithSources(l.bundling, o.Project.ConfigFile, profile, files)
	runtime, err := ownRuntime(l.sdk)
	if len(faults) > 0 || err != nil {
		return nil
	}
	compiled := make([]*Worker, len(files))
	var cores sync.WaitGroup
	n := goruntime.GOMAXPROCS(0)
	for core := range n {
		cores.Go(func() {
			for i := core; i < len(files); i += n {
				parts := bundle.WorkerParts{Config: o.Project.ConfigFile, File: files[i], Profile: profile}
				if w, err := l.compiled(parts, outputs[i], o.Footer); err == nil {
					w.Runtime, w.sources = runtime, sources[i]
					compiled[i] = w
				}
			}
		})
	}
	cores.Wait()
	built := map[string]*Worker{}
	for i, w := range compiled {
		if w != nil {
			built[files[i]] = w
		}
	}
	return built
}

// newBuilder returns a loader that only bundles, for a project that Load found valid.
func newBuilder(o Options) (*loader, error) {
	options, root, err := o.open()
	if err != nil {
		return nil, err
	}
	sdk, _, err := chooseSDK(root, options.Untrusted)
	if err != nil {
		return nil, err
	}
	l := &loader{options: options, root: root, sdk: sdk}
	for _, fault := range l.prepare() {
		return nil, bundleError(fault)
	}
	return l, l.runnable()
}

// lowered calls build, and again with class fields lowered if it fails: the engine may refuse those of a package.
func lowered[T any](ctx context.Context, l *loader, build func() (T, error)) (T, error) {
	built, err := build()
	if err == nil || ctx.Err() != nil {
		return built, err
	}
	l.bundling.LowerClassFields = true
	if again, failed := build(); failed == nil {
		return again, nil
	}
	return built, err
}

func (l *loader) worker(parts bundle.WorkerParts, footer func([]string) string) (*Worker, error) {
	output, faults := bundle.Worker(l.bundling, parts, false)
	if len(faults) > 0 {
		return nil, fmt.Errorf("cannot bundle %s: %w", parts.File, bundleError(faults[0]))
	}
	return l.compiled(parts, output, footer)
}

// compiled compiles a worker that was bundled.
func (l *loader) compiled(
	parts bundle.WorkerParts, output bundle.Output, footer func([]string) string,
) (*Worker, error) {
	extensions, err := l.sdk.ExtensionsOf(output.Code)
	if err != nil {
		return nil, err
	}
	program, err := jsvm.Compile(parts.File, string(output.Code)+footer(extensions))
	if err != nil {
		return nil, err
	}
	w := &Worker{
		Program: program, Script: output.Code, Extensions: extensions, NodeCompat: l.options.nodeCompat,
		EdgeRuntime: sync.OnceValues(l.sdk.Runtime),
		root:        l.root.Dir(), name: parts.File, sources: l.bundling.Sources,
		locator: newLocator(l.readSource, nil, nil, nil),
	}
	bundling := l.bundling
	w.script = sync.OnceValue(func() *mappedScript { return l.mapWorker(bundling, parts, output.Code) })
	return w, nil
}

// mapWorker bundles a worker again, with its map. If that fails, frames have no source position.
func (l *loader) mapWorker(o bundle.Options, parts bundle.WorkerParts, code []byte) *mappedScript {
	output, faults := bundle.Worker(o, parts, true)
	if len(faults) > 0 || !bytes.Equal(output.Code, code) {
		return &mappedScript{}
	}
	return &mappedScript{code: output.Code, whole: output.Map, data: output.Map}
}
