// Package project loads a user's folder. It finds the files, bundles them, evaluates them without disk, network or
// environment, and returns what they declare, with the position of every value.
//
// Errors in the user's source are returned as declared.Problem, which the rules of the checker explain. The package
// does not write to the folder.
//
// Start at Load. Options are in this file, the limits in limits.go, the selection of files in files.go, positions in
// locate.go.
package project

import (
	"bytes"
	"context"
	"slices"
	"time"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/disposable"
	"github.com/appsvc/svc/internal/heap"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/jsvm/webapi"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/projectfs"
)

// Options configures Load.
type Options struct {
	// Dir is the project's folder.
	Dir string
	// Profile is the vendor profile. It defaults to platform.DefaultProfile.
	Profile string
	// Untrusted makes the project's folder the only border: the project has no workspace, and the embedded SDK is used.
	Untrusted bool
	// Unsaved are the texts of open files of an editor: see projectfs.Options.
	Unsaved map[string]string
	// Environment is the one that Manifest and ManifestOf describe. Of what Load returns it changes Bindings only.
	Environment string
	// Manifest makes Load also create the manifests.
	Manifest bool
	// Still stops the clock of the modules that Load evaluates. What they declare then changes only with the source.
	Still bool
	// Deadline and MemoryLimit bound the evaluation. They default to the constants of limits.go.
	Deadline    time.Duration
	MemoryLimit uint64
	// ScriptSize is the size of the largest script that can be deployed, in bytes. It defaults to platform.ScriptSize.
	ScriptSize int
	// Problems are those that the caller found before the load.
	Problems []declared.Problem
	// nodeCompat makes modules of Node available to workers.
	nodeCompat bool
	// survey is set while a survey loads one file alone.
	survey *survey
}

// globals are the web APIs of a VM that runs the project's modules, and those of Node.
func (o Options) globals() []jsvm.Global {
	if o.nodeCompat {
		return slices.Concat(webapi.All, webapi.Node)
	}
	return webapi.All
}

// open opens the project's folder. os.Root closes it when the project is not used any more.
func (o Options) open() (Options, *projectfs.Root, error) {
	if err := disposable.Admit(); err != nil {
		return o, nil, err
	}
	if o.Profile == "" {
		o.Profile = platform.DefaultProfile
	}
	o.limits()
	root, err := projectfs.Open(o.Dir, projectfs.Options{Untrusted: o.Untrusted, Unsaved: o.Unsaved})
	if err != nil {
		return o, nil, err
	}
	o.Dir = root.Dir() // esbuild names files by their real paths
	return o, root, nil
}

// Load loads the project in o.Dir. Errors in the user's source are in the result (Problems, Declaration.Errors). An
// error means that the folder cannot be read, or that the tool itself failed.
func Load(ctx context.Context, o Options) (*declared.Project, error) {
	if o.survey == nil {
		if err := Survey(ctx, o, func(*declared.Project) {}); err != nil { // unless the caller has
			return nil, err
		}
	}
	o, root, err := o.open()
	if err != nil {
		return nil, err
	}
	vendor, err := vendorOf(o.Profile)
	if err != nil {
		return nil, err
	}
	files := o.survey.of(findFiles(root))
	heap.Expect(len(files.modules()))
	sdk, problems, err := chooseSDK(root, o.Untrusted)
	if err != nil {
		return nil, err
	}
	problems = slices.Concat(o.Problems, problems)
	first := &loader{options: o, root: root, vendor: vendor, files: files, sdk: sdk, problems: problems}
	p, err := first.run(ctx)
	if err == nil || sdk.Dir == "" || ctx.Err() != nil {
		return p, err
	}
	// Everything else that can fail has a file of the project to blame.
	problem := brokenSDK(sdk.Main(o.Dir), err)
	if sdk, err = embeddedSDK(); err != nil {
		return nil, err
	}
	second := &loader{
		options: o, root: root, vendor: vendor, files: files, sdk: sdk,
		problems: append(slices.Clone(o.Problems), problem),
	}
	return second.run(ctx)
}

// run loads the project with the modules of Node if the app declares nodeCompat. That is known for certain only when
// the config has run, so that the text of the config decides first.
func (l *loader) run(ctx context.Context) (*declared.Project, error) {
	again := *l
	again.problems = slices.Clone(l.problems)
	l.options.nodeCompat = l.namesNodeCompat()
	p, err := l.once(ctx)
	if err != nil || p.App == nil || p.NodeCompat() == l.options.nodeCompat {
		return p, err
	}
	again.options.nodeCompat = p.NodeCompat()
	return again.once(ctx)
}

func (l *loader) namesNodeCompat() bool {
	text, err := l.root.ReadImport(l.files.config)
	return err == nil && bytes.Contains(text, []byte("nodeCompat"))
}

func (l *loader) once(ctx context.Context) (*declared.Project, error) {
	for _, fault := range l.prepare() {
		l.problems = append(l.problems, l.bundleProblem(fault))
	}
	l.problems = append(l.problems, l.hiddenTypes()...)
	if l.files.noWorkers != nil {
		l.problems = append(l.problems, declared.Problem{
			Rule: ruleSyntax, At: startOf(workersFolder),
			Message: "cannot read the folder: " + projectfs.Reason(l.files.noWorkers),
		})
	}
	for _, path := range l.files.folders {
		l.failed = append(l.failed, path)
		l.problems = append(l.problems, unread(path, "it is a folder: expected a file"))
	}
	l.leaveOutKnown()
	return l.load(ctx)
}
