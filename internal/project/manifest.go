package project

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/jsvm"
)

// ManifestOptions configures Manifest.
type ManifestOptions struct {
	Options
	// Config and Workers are the config and the worker files, relative to Dir, as found by Load.
	Config  string
	Workers []string
}

// Manifest evaluates the declarations without disk, network, randomness or time. It returns the manifest of the
// project with all defaults, as JSON for internal/manifest. The same source gives the same bytes. It returns the
// first mistake of a project as an error. Load explains all of them.
func Manifest(ctx context.Context, o ManifestOptions) ([]byte, error) {
	l, err := newBuilder(o.Options)
	if err != nil {
		return nil, err
	}
	program, err := lowered(ctx, l, func() (*jsvm.Program, error) {
		code, faults := bundle.Manifest(l.bundling, o.Config, o.Workers, o.Environment)
		if len(faults) > 0 {
			return nil, fmt.Errorf("cannot bundle the project: %w", bundleError(faults[0]))
		}
		return jsvm.Compile("manifest", string(code)+manifestFooter)
	})
	if err != nil {
		return nil, err
	}
	return l.evaluateManifest(ctx, program)
}

// ManifestOf returns the manifest of a project that was loaded with the options: that of Load if there is one, or else
// that of Manifest, whose error explains why Load has none.
func ManifestOf(ctx context.Context, o Options, p *declared.Project) ([]byte, error) {
	if text := p.Manifest(o.Environment); text != nil {
		return text, nil
	}
	o.nodeCompat = p.NodeCompat()
	m := ManifestOptions{Options: o, Config: p.ConfigFile}
	for _, file := range p.Workers {
		if file.Worker != nil {
			m.Workers = append(m.Workers, file.Path)
		}
	}
	return Manifest(ctx, m)
}

// manifestFunction returns the manifest.
const manifestFunction = "__svc_project_manifest"

const manifestFooter = "\nglobalThis." + manifestFunction + " = " + bundle.ManifestGlobal + ".default;\n"

// stillClock makes a manifest change only with the declarations.
func stillClock() jsvm.Clock { return jsvm.NewVirtualClock(time.Unix(0, 0)) }

// clock returns how modules read the time while they load; nil means as the machine has it.
func (o Options) clock() func() jsvm.Clock {
	if o.Still {
		return stillClock
	}
	return nil
}

// evaluateManifest runs the program with a clock that stands still.
func (l *loader) evaluateManifest(ctx context.Context, program *jsvm.Program) ([]byte, error) {
	vm, err := jsvm.New(jsvm.Options{
		Clock: stillClock(), Globals: l.options.globals(), TurnLimit: l.options.Deadline,
	})
	if err != nil {
		return nil, err
	}
	defer vm.Close()
	if err := vm.Run(ctx, program); err != nil {
		return nil, codeError(fmt.Errorf("cannot evaluate the project: %w", err))
	}
	text, err := vm.Call(ctx, manifestFunction)
	if thrown, ok := errors.AsType[*jsvm.Exception](err); ok {
		return nil, codeError(fmt.Errorf("cannot create the manifest: %s", thrown.Message))
	}
	return []byte(text), codeError(err)
}
