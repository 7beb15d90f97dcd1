package project

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/sdk"
)

// WorkerGlobal is the global that a worker's program defines. Its `default` is the result of createWorker.
const WorkerGlobal = bundle.WorkerGlobal

// WorkerOptions configures BuildWorker.
type WorkerOptions struct {
	Options
	// Config and File are the config and the worker file, relative to Dir, as found by Load.
	Config, File string
	// Runtime is the global with the exports of the embedded SDK's runtime in the VM. If it is "", or the project has an
	// SDK with another runtime, the script contains the runtime.
	Runtime string
	// Footer is JavaScript that runs after the bundle in the same program.
	Footer string
}

// Worker is one worker with the runtime, compiled. Several VMs may run it. Its methods are safe for concurrent use.
type Worker struct {
	Program *jsvm.Program
	// Script is the bundle without the footer.
	Script []byte
	// name is the file name in stack frames.
	name    string
	sources *bundle.Sources
	// script has the source map. It is built when an error is explained.
	script  func() *mappedScript
	mu      sync.Mutex // guards what follows, and script
	locator *locator
}

// BuildWorker bundles and compiles a worker. It returns the first mistake of a project as an error. Load explains all
// of them.
func BuildWorker(ctx context.Context, o WorkerOptions) (*Worker, error) {
	l, err := newBuilder(o.Options)
	if err != nil {
		return nil, err
	}
	parts := bundle.WorkerParts{Config: o.Config, File: o.File}
	if usesEmbeddedRuntime(l.sdk) {
		parts.Runtime = o.Runtime
	}
	if parts.Profile, err = profileText(l.options.Profile); err != nil {
		return nil, err
	}
	return lowered(ctx, l, func() (*Worker, error) { return l.worker(parts, o.Footer) })
}

// usesEmbeddedRuntime reports whether the SDK has the same runtime as the embedded one.
func usesEmbeddedRuntime(of *bundle.SDK) bool {
	embedded, err := bundle.EmbeddedSDK(sdk.Files)
	if err != nil {
		return false
	}
	own, ownErr := embedded.Runtime()
	text, err := of.Runtime()
	return errors.Join(ownErr, err) == nil && bytes.Equal(own, text)
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
		return nil, fmt.Errorf("%s%s", prefix(fault.Span), fault.Text)
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

func (l *loader) worker(parts bundle.WorkerParts, footer string) (*Worker, error) {
	output, faults := bundle.Worker(l.bundling, parts, false)
	if len(faults) > 0 {
		return nil, fmt.Errorf("cannot bundle %s: %s%s", parts.File, prefix(faults[0].Span), faults[0].Text)
	}
	program, err := jsvm.Compile(parts.File, string(output.Code)+footer)
	if err != nil {
		return nil, err
	}
	w := &Worker{
		Program: program, Script: output.Code, name: parts.File, sources: l.bundling.Sources,
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
	return &mappedScript{code: output.Code, data: output.Map}
}

func prefix(s diag.Span) string {
	if s.File == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d:%d: ", s.File, s.Line, s.Column)
}
