// Package project reads a user's folder: it finds the files, bundles them, evaluates them without
// disk, network or environment, and gives back what they declare, with the place of every value.
//
// It judges nothing: what kept source from loading comes back as declared.Problem, and the checker's
// rules say what it means. It changes nothing on disk.
// Start at Load. Options are in this file, file selection in files.go, places in locate.go.
package project

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/platform"
)

const (
	// DefaultDeadline ends an evaluation that loops.
	DefaultDeadline = 5 * time.Second
	// DefaultMemoryLimit is what an evaluation may allocate, in bytes.
	DefaultMemoryLimit = 512 << 20
)

// Options say what to load.
type Options struct {
	// Dir is the project's folder.
	Dir string
	// Profile is the vendor profile; platform.DefaultProfile when empty.
	Profile string
	// Manifest also makes the manifest: Load leaves it in the project, while it has everything at hand.
	Manifest bool
	// Deadline and MemoryLimit bound the evaluation; the defaults when zero.
	Deadline    time.Duration
	MemoryLimit uint64
}

func (o Options) withDefaults() (Options, error) {
	if o.Profile == "" {
		o.Profile = platform.DefaultProfile
	}
	if o.Deadline == 0 {
		o.Deadline = DefaultDeadline
	}
	if o.MemoryLimit == 0 {
		o.MemoryLimit = DefaultMemoryLimit
	}
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return o, err
	}
	// Bundled files are named by their real paths, so the root must be one.
	if o.Dir, err = filepath.EvalSymlinks(dir); err != nil {
		return o, fmt.Errorf("cannot read the project's folder: %w", err)
	}
	return o, nil
}

// Load reads the project in o.Dir. Mistakes in the user's source are in the result (Problems,
// Declaration.Errors); an error means that the folder cannot be read or that the tool itself failed.
func Load(ctx context.Context, o Options) (*declared.Project, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	vendor, err := vendorOf(o.Profile)
	if err != nil {
		return nil, err
	}
	files, err := findFiles(o.Dir)
	if err != nil {
		return nil, err
	}
	sdk, problems, err := chooseSDK(o.Dir)
	if err != nil {
		return nil, err
	}
	l := &loader{options: o, vendor: vendor, files: files, sdk: sdk, problems: problems, bundling: bundle.Options{
		Root: o.Dir, SDK: sdk, Sources: bundle.NewSources(),
	}}
	var remove func()
	l.bundling.Tsconfig, remove = l.tsconfig()
	defer remove()
	l.problems = append(l.problems, l.hiddenTypes()...)
	return l.load(ctx)
}
