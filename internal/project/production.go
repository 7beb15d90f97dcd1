// This file bundles for production what Load has read, from the very texts that were checked.

package project

import (
	"context"
	"errors"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/declared"
)

// Production bundles a loaded project as it is deployed. Its methods are safe for concurrent use.
type Production struct {
	options Options
	project *declared.Project
	profile []byte
	// problem says what a fault means.
	problem func(bundle.Fault) declared.Problem
	// bundling is shared by all bundles; Release must be called when the last one is made.
	bundling bundle.Options
	release  func()
}

// NewProduction prepares the bundling of a project that was loaded with the options. Release must be called.
func NewProduction(o Options, p *declared.Project) (*Production, error) {
	l, err := newBuilder(o)
	if err != nil {
		return nil, err
	}
	for _, file := range p.Files {
		if text := p.Source(file); text != nil {
			l.bundling.Sources.Add(file, string(text))
		}
	}
	b := &Production{options: l.options, project: p, problem: l.bundleProblem}
	if b.profile, err = profileText(l.options.Profile); err != nil {
		return nil, err
	}
	l.bundling.Tsconfig, b.release = l.tsconfig()
	b.bundling = l.bundling
	return b, nil
}

// Release takes away what bundling has needed.
func (b *Production) Release() { b.release() }

// Profile is the vendor profile, JSON.
func (b *Production) Profile() []byte { return b.profile }

// Workers are the scripts of the project's workers, minified, with their source maps: one a worker file, in
// the order of the files.
func (b *Production) Workers() ([]bundle.Output, error) {
	o := b.bundling
	o.Minify = true
	var files []string
	for _, file := range b.project.Workers {
		if file.Worker != nil {
			files = append(files, file.Path)
		}
	}
	outputs, faults := bundle.Workers(o, b.project.ConfigFile, b.profile, files, true)
	if len(faults) > 0 {
		return nil, b.cannotBundle(faults)
	}
	return outputs, nil
}

// Cards are the modules of the UI components (files relative to the folder).
func (b *Production) Cards(files []string) ([]bundle.CardModule, error) {
	modules, faults := bundle.CardModules(b.bundling, files)
	if len(faults) > 0 {
		return nil, b.cannotBundle(faults)
	}
	return modules, nil
}

// PackageRanges are the ranges of versions that the project asks for, by package.
func (b *Production) PackageRanges(packages []string) (map[string]string, error) {
	return bundle.PackageRanges(b.options.Dir, packages)
}

// Manifest is the project's manifest: see ManifestOf.
func (b *Production) Manifest(ctx context.Context) ([]byte, error) {
	return ManifestOf(ctx, b.options, b.project)
}

// SDKFile is a file of the copy of the SDK that the project gets.
func (b *Production) SDKFile(name string) ([]byte, error) { return b.bundling.SDK.File(name) }

// NotBundledError says why something that was checked cannot be bundled for production.
type NotBundledError struct {
	Problems []declared.Problem
}

func (e *NotBundledError) Error() string {
	return "the project cannot be bundled: " + e.Problems[0].Message
}

// cannotBundle tells what is wrong with the project from a failure of the bundler, which has no place.
func (b *Production) cannotBundle(faults []bundle.Fault) error {
	e := &NotBundledError{}
	for _, fault := range faults {
		if fault.Span.File == "" {
			return errors.New("the bundler fails: " + fault.Text)
		}
		e.Problems = append(e.Problems, b.problem(fault))
	}
	return e
}
