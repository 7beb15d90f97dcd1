// Package build turns a checked project into everything a deploy uploads: edge scripts, the CRM project, the
// manifest and a report.
//
// It uses neither network nor clock, and the same input gives the same bytes. The caller has already checked the
// project. Build writes nothing: Output.Files are in memory, and Replace (folder.go) writes them to a folder.
// Start at Options and Build. scripts.go builds the scripts, crm.go the CRM project, report.go the report.
package build

import (
	"context"
	"errors"
	"sync"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/sourcemap"
)

// Options are the input of Build.
type Options struct {
	// Dir is the app's folder, Profile the vendor profile.
	Dir, Profile string
	// Project is the app in Dir, loaded with the same profile and without errors.
	Project *declared.Project
	// Environment is the target environment; the default is link.Production.
	Environment string
	// EdgePlan is the edge account's plan, "free" (the default) or "paid".
	EdgePlan string
	// Link records what is deployed; nil for a folder without a link.
	Link *link.Project
	// ControlKeys and SealKeys are the ids of the app worker's keys; the default is "1".
	ControlKeys, SealKeys []string
	// Components are the kinds of components of the CRM project: components.All.
	Components []codegen.Component
	// Schema is the "$schema" path in the scripts' configuration; "" omits it.
	Schema string
	// Untrusted is the option of the same name of package project.
	Untrusted bool
	// DevLog is the URL that cards send their log entries to; "" for none.
	DevLog string
}

// Output is everything that a deploy uploads.
type Output struct {
	// Files are all generated files, sorted by path: crm/…, edge/<worker>/…, edge/app/…, manifest.json and
	// report.json.
	Files []codegen.File
	// Scripts are the edge scripts: the app worker first, then the user workers by name.
	Scripts []edge.Script
	// App is the app's name without regard to environments.
	App string
	// Manifest is the project's manifest, JSON.
	Manifest []byte
	// CRMProject is the name of the CRM project if the app declares it, else "". Such a project may have builds that
	// another tool uploaded.
	CRMProject string
	// CRM is the CRM project with findings and scopes. It has no files if a finding is an error.
	CRM    codegen.Output
	Report Report
	// Undeployed are the user workers without a script in the link, in the order of Scripts.
	Undeployed []string
	// Digests are those of the project's files by path.
	Digests map[string]string
	// code holds the user workers' bundles by worker name, in the form that the local engine runs.
	code map[string][]byte
}

// File names of an output beside edge/.
const (
	CRMFolder    = "crm/"
	manifestFile = "manifest.json"
	reportFile   = "report.json"
)

// builder is the state of one build.
type builder struct {
	Options
	production *project.Production
	profile    *platform.Profile
	manifest   *manifest.Project
	// text is the manifest in the form that the app worker receives.
	text    []byte
	workers []bundle.Output
	names   map[string]string
	out     *Output
}

// Build builds the project. It fails if a module cannot be bundled or a script cannot be named, and with a
// *declared.UnknownEnvironment for an environment that the app does not declare. Errors of codegen are in
// Output.CRM.Findings.
func Build(ctx context.Context, o Options) (*Output, error) {
	if o.Environment == "" {
		o.Environment = link.Production
	}
	if err := o.Project.CheckEnvironment(o.Environment, link.Production); err != nil {
		return nil, err
	}
	b, err := newBuilder(o)
	if err != nil {
		return nil, err
	}
	if err := b.bundle(ctx); err != nil {
		return nil, err
	}
	if b.names, err = scriptNames(b.Project.Slug, b.workerNames(), b.Environment, b.Link); err != nil {
		return nil, err
	}
	for _, step := range []func() error{b.scripts, b.crm, b.report} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return b.out, nil
}

// CRM builds the CRM project alone, for an app that another server serves: at the origins of o.Link. The name is that
// of the project.
func CRM(ctx context.Context, o Options) (name string, project codegen.Output, err error) {
	b, err := newBuilder(o)
	if err != nil {
		return "", codegen.Output{}, err
	}
	text, err := b.production.Manifest(ctx)
	if err == nil {
		b.manifest, err = manifest.Decode(text)
	}
	if err == nil {
		b.names, err = scriptNames(b.Project.Slug, b.workerNames(), b.Environment, b.Link)
	}
	if err == nil {
		err = b.crm()
	}
	return b.crmName(), b.out.CRM, err
}

// newBuilder begins a build.
func newBuilder(o Options) (*builder, error) {
	app := o.Project.App
	o.Project = o.Project.In(o.Environment)
	production, err := project.NewProduction(project.Options{
		Dir: o.Dir, Profile: o.Profile, Environment: o.Environment, Untrusted: o.Untrusted,
	}, o.Project)
	if err != nil {
		return nil, err
	}
	b := &builder{Options: o, production: production, out: &Output{Digests: digests(o.Project), code: map[string][]byte{}}}
	if app != nil {
		b.out.App = app.ID
	}
	b.profile, err = platform.DecodeProfile(production.Profile())
	return b, err
}

// bundle bundles the workers and creates the manifest concurrently.
func (b *builder) bundle(ctx context.Context) error {
	var workersErr error
	var waiting sync.WaitGroup
	waiting.Go(func() { b.workers, workersErr = b.production.Workers() })
	var err error
	if b.text, err = b.production.Manifest(ctx); err == nil {
		b.manifest, err = manifest.Decode(b.text)
	}
	waiting.Wait()
	return errors.Join(workersErr, err)
}

func (b *builder) workerNames() []string {
	names := make([]string, len(b.manifest.Workers))
	for i := range b.manifest.Workers {
		names[i] = b.manifest.Workers[i].Name
	}
	return names
}

// digests returns digests of the project's files.
func digests(p *declared.Project) map[string]string {
	all := map[string]string{}
	for _, file := range p.Files {
		if text := p.Source(file); text != nil {
			all[file] = sourcemap.Digest(text)
		}
	}
	return all
}
