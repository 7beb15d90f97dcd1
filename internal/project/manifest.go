// This file asks a project for its manifest: what it declares as plain data, every default filled in.

package project

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/jsvm/webapi"
)

// ManifestOptions say whose manifest to make.
type ManifestOptions struct {
	Options
	// Config and Workers are the config and the workers' files, relative to Dir, as Load found them.
	Config  string
	Workers []string
}

// Manifest evaluates the declarations without disk, network, randomness or time, and gives the manifest
// of the project, JSON as internal/manifest reads it. The same source gives the same bytes. Load explains
// the mistakes of a project better; here the first one is an error.
func Manifest(ctx context.Context, o ManifestOptions) ([]byte, error) {
	l, err := newBuilder(o.Options)
	if err != nil {
		return nil, err
	}
	var remove func()
	l.bundling.Tsconfig, remove = l.tsconfig()
	defer remove()
	program, err := lowered(ctx, l, func() (*jsvm.Program, error) {
		code, faults := bundle.Manifest(l.bundling, o.Config, o.Workers)
		if len(faults) > 0 {
			return nil, fmt.Errorf("the project cannot be bundled: %s%s", prefix(faults[0].Span), faults[0].Text)
		}
		return jsvm.Compile("manifest", string(code)+manifestFooter)
	})
	if err != nil {
		return nil, err
	}
	return l.evaluateManifest(ctx, program)
}

// ManifestOf is the manifest of a project that was loaded with the options: the one that Load has made, when
// it was asked to and could, or that of an evaluation of its own, which tells why there is none.
func ManifestOf(ctx context.Context, o Options, p *declared.Project) ([]byte, error) {
	if p.Manifest != nil {
		return p.Manifest, nil
	}
	m := ManifestOptions{Options: o, Config: p.ConfigFile}
	for _, file := range p.Workers {
		if file.Worker != nil {
			m.Workers = append(m.Workers, file.Path)
		}
	}
	return Manifest(ctx, m)
}

// manifestFunction gives the manifest when it is called.
const manifestFunction = "__svc_project_manifest"

const manifestFooter = "\nglobalThis." + manifestFunction + " = " + bundle.ManifestGlobal + ".default;\n"

// evaluateManifest runs the program in a world where nothing changes.
func (l *loader) evaluateManifest(ctx context.Context, program *jsvm.Program) ([]byte, error) {
	vm, err := jsvm.New(jsvm.Options{
		Clock: jsvm.NewVirtualClock(time.Unix(0, 0)), Globals: webapi.All, TurnLimit: l.options.Deadline,
	})
	if err != nil {
		return nil, err
	}
	defer vm.Close()
	if err := vm.Run(ctx, program); err != nil {
		return nil, fmt.Errorf("the project cannot be evaluated: %w", err)
	}
	text, err := vm.Call(ctx, manifestFunction)
	var thrown *jsvm.Exception
	if errors.As(err, &thrown) {
		return nil, fmt.Errorf("the project has no manifest: %s", thrown.Message)
	}
	return []byte(text), err
}
