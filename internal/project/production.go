package project

import (
	"context"
	"errors"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/disposable"
	"github.com/appsvc/svc/internal/projectfs"
)

// Production bundles a loaded project for production, from the texts that were checked. Its methods are safe for
// concurrent use.
type Production struct {
	options Options
	root    *projectfs.Root
	project *declared.Project
	profile []byte
	// problem explains a fault.
	problem func(bundle.Fault) declared.Problem
	// bundling is shared by all bundles.
	bundling bundle.Options
}

// NewProduction returns the Production of a project that was loaded with the options.
func NewProduction(o Options, p *declared.Project) (*Production, error) {
	o.nodeCompat = p.NodeCompat()
	l, err := newBuilder(o)
	if err != nil {
		return nil, err
	}
	if err := disposable.Allow(uint64(len(p.Workers)) * buildMemoryPerWorker); err != nil {
		return nil, err
	}
	for _, file := range p.Files {
		if text := p.Source(file); text != nil {
			l.bundling.Sources.Add(file, string(text))
			l.bundling.KeepStatements = l.bundling.KeepStatements || bundle.HasSeries(string(text))
		}
	}
	b := &Production{options: l.options, root: l.root, project: p, problem: l.bundleProblem}
	if b.profile, err = profileText(l.options.Profile); err != nil {
		return nil, err
	}
	b.bundling = l.bundling
	return b, nil
}

// Profile returns the vendor profile as JSON.
func (b *Production) Profile() []byte { return b.profile }

// Workers returns the scripts of the project's workers, minified, with source maps: one per worker file, in the order
// of the files.
func (b *Production) Workers() ([]bundle.Output, error) {
	o := b.bundling
	o.Minify = true
	outputs, faults := bundle.Workers(o, b.project.ConfigFile, b.profile, b.files()[1:], true)
	if len(faults) > 0 {
		return nil, b.cannotBundle(faults)
	}
	return outputs, nil
}

// Cards returns the modules of the UI components (files relative to the folder).
func (b *Production) Cards(files []string) ([]bundle.CardModule, error) {
	ui := bundle.UI{Package: b.project.Vendor.UIPackage, Global: b.project.Vendor.UIGlobal}
	modules, faults := bundle.CardModules(b.bundling, files, ui)
	if len(faults) > 0 {
		return nil, b.cannotBundle(faults)
	}
	return modules, nil
}

// PackageRanges returns the version ranges that the project requests, by package.
func (b *Production) PackageRanges(packages []string) (map[string]string, error) {
	return bundle.PackageRanges(b.root, packages)
}

// Manifest returns the project's manifest: see ManifestOf. The error is a *NotBundledError if a file is to blame.
func (b *Production) Manifest(ctx context.Context) ([]byte, error) {
	text, err := ManifestOf(ctx, b.options, b.project)
	if err == nil || ctx.Err() != nil {
		return text, err
	}
	for _, file := range b.files() {
		if alone := b.manifestAlone(ctx, file); alone != nil {
			return nil, alone
		}
	}
	return nil, err
}

// manifestAlone returns a *NotBundledError if a file has no manifest in a project of its own.
func (b *Production) manifestAlone(ctx context.Context, file string) error {
	o := ManifestOptions{Options: b.options, Config: b.project.ConfigFile}
	if file != o.Config {
		o.Workers = []string{file}
	}
	if _, err := Manifest(ctx, o); err != nil && ctx.Err() == nil {
		return &NotBundledError{[]declared.Problem{{Rule: ruleThrows, Message: err.Error(), At: startOf(file)}}}
	}
	return nil
}

// files returns the config and the worker files.
func (b *Production) files() []string {
	files := []string{b.project.ConfigFile}
	for _, file := range b.project.Workers {
		if file.Worker != nil {
			files = append(files, file.Path)
		}
	}
	return files
}

// SDKFile returns a file of the project's copy of the SDK.
func (b *Production) SDKFile(name string) ([]byte, error) { return b.bundling.SDK.File(name) }

// Runtime returns the runtime of the project's copy of the SDK.
func (b *Production) Runtime() (*bundle.Runtime, error) { return b.bundling.SDK.Runtime() }

// NotBundledError explains why a checked project cannot be bundled for production.
type NotBundledError struct {
	Problems []declared.Problem
}

func (e *NotBundledError) Error() string {
	return "cannot bundle the project: " + e.Problems[0].Message
}

// cannotBundle returns a *NotBundledError, or another error for a failure of the bundler itself.
func (b *Production) cannotBundle(faults []bundle.Fault) error {
	e := &NotBundledError{}
	for _, fault := range faults {
		if fault.Span.File == "" {
			return errors.New("the bundler failed: " + fault.Text)
		}
		e.Problems = append(e.Problems, b.problem(fault))
	}
	return e
}
