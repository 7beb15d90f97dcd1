// Package build makes of a checked project everything that a deploy uploads: scripts for the edge, the CRM's
// project, the manifest and a report.
//
// It asks no network and no clock, and the same input gives the same bytes. It runs no checks: the caller has
// done so. Build writes nothing: Output.Files are in memory, Replace (folder.go) puts them in a folder.
// Start at Options and Build; scripts.go makes the scripts, crm.go the CRM's project, report.go the report.
package build

import (
	"context"
	"errors"
	"sync"

	"github.com/appsvc/svc/codegen"
	"github.com/appsvc/svc/codegen/edge"
	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
)

// Options say what to build.
type Options struct {
	// Dir is the app's folder, Profile the vendor profile.
	Dir, Profile string
	// Project is what Dir declares, loaded with the same profile and free of findings.
	Project *declared.Project
	// Environment is the name under which it will be deployed; link.Production when empty.
	Environment string
	// EdgePlan is the plan of the account at the edge, "free" or "paid"; "" for free.
	EdgePlan string
	// Link is what is deployed already; nil for a folder that is linked to no project.
	Link *link.Project
	// ControlKeys and SealKeys are the ids of the keys that the app worker will hold; "1" when empty.
	ControlKeys, SealKeys []string
	// Components are the kinds of components of the CRM's project: components.All.
	Components []codegen.Component
	// Schema is where the configurations of scripts say that the vendor's schema is; "" for nowhere.
	Schema string
}

// Output is everything that a deploy uploads.
type Output struct {
	// Files are all generated files, sorted by path: crm/…, edge/<worker>/…, edge/app/…, manifest.json and
	// report.json.
	Files []codegen.File
	// Scripts are the edge scripts: the app worker first, then the user workers by name.
	Scripts []edge.Script
	// Manifest is the project's, JSON.
	Manifest []byte
	// CRM is the CRM's project, its findings and scopes. An error among its findings leaves it without files.
	CRM    codegen.Output
	Report Report
	// Undeployed are the user workers that the link names no script of, in the order of Scripts.
	Undeployed []string
	// code are the bundles of the user workers, by worker, as the local engine runs them.
	code map[string][]byte
}

// File names of an output beside edge/.
const (
	CRMFolder    = "crm/"
	ManifestFile = "manifest.json"
	ReportFile   = "report.json"
)

// builder carries one build.
type builder struct {
	Options
	production *project.Production
	profile    *platform.Profile
	manifest   *manifest.Project
	// text is the manifest as the app worker gets it.
	text    []byte
	workers []bundle.Output
	names   map[string]string
	out     *Output
}

// Build builds the project. It fails when something cannot be bundled or named; what codegen refuses is in
// Output.CRM.Findings.
func Build(ctx context.Context, o Options) (*Output, error) {
	if o.Environment == "" {
		o.Environment = link.Production
	}
	production, err := project.NewProduction(project.Options{Dir: o.Dir, Profile: o.Profile}, o.Project)
	if err != nil {
		return nil, err
	}
	defer production.Release()
	b := &builder{Options: o, production: production, out: &Output{code: map[string][]byte{}}}
	if b.profile, err = platform.DecodeProfile(production.Profile()); err != nil {
		return nil, err
	}
	if err := b.bundle(ctx); err != nil {
		return nil, err
	}
	if b.names, err = ScriptNames(b.manifest.App.Name, b.workerNames(), o.Environment, o.Link); err != nil {
		return nil, err
	}
	for _, step := range []func() error{b.scripts, b.crm, b.report} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return b.out, nil
}

// bundle makes the scripts of the workers and the manifest side by side.
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
