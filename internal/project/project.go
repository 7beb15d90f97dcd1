// Package project loads a user's folder. It finds the files, bundles them, evaluates them without disk, network or
// environment, and returns what they declare, with the position of every value.
//
// Errors in the user's source are returned as declared.Problem, which the rules of the checker explain. The package
// does not write to the folder.
//
// Start at Load. Options are in this file, the selection of files in files.go, positions in locate.go.
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
	// DefaultDeadline ends an endless evaluation.
	DefaultDeadline = 5 * time.Second
	// DefaultMemoryLimit is how much memory an evaluation may allocate, in bytes.
	DefaultMemoryLimit = 512 << 20
)

// Options configures Load.
type Options struct {
	// Dir is the project's folder.
	Dir string
	// Profile is the vendor profile. It defaults to platform.DefaultProfile.
	Profile string
	// Manifest makes Load also create the manifest.
	Manifest bool
	// Deadline and MemoryLimit bound the evaluation. They default to the constants above.
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
	// esbuild names files by their real paths, so the root must be a real path.
	if o.Dir, err = filepath.EvalSymlinks(dir); err != nil {
		return o, fmt.Errorf("cannot read the project's folder: %w", err)
	}
	return o, nil
}

// Load loads the project in o.Dir. Errors in the user's source are in the result (Problems, Declaration.Errors). An
// error means that the folder cannot be read, or that the tool itself failed.
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
