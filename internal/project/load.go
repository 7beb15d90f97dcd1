package project

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/disposable"
	"github.com/appsvc/svc/internal/evaluate"
	"github.com/appsvc/svc/internal/evaluate/sdkscript"
	"github.com/appsvc/svc/internal/evaluate/watchdog"
	"github.com/appsvc/svc/internal/portal"
	"github.com/appsvc/svc/internal/processor"
	"github.com/appsvc/svc/internal/projectfs"
)

// loader is the state of one load: it bundles without the files that fail, evaluates and assembles.
type loader struct {
	options  Options
	root     *projectfs.Root
	vendor   declared.Vendor
	files    fileSet
	sdk      *bundle.SDK
	bundling bundle.Options
	problems []declared.Problem
	portal   *portal.Snapshot
	// node are the imports of Node's modules in packages, which are reported once per package.
	node []bundle.Fault
	// cardUses are the uses in the code of cards, cardPlaces finds their positions.
	cardUses   []declared.Use
	cardPlaces *locator
	// failed are the files that have their one finding already.
	failed   []string
	breaches breaches
}

// maxRounds bounds how often the project is bundled without the files that failed before. Each round excludes at least
// one file, so this only guards against a bundler that blames something that cannot be excluded.
const maxRounds = 100

func (l *loader) load(ctx context.Context) (*declared.Project, error) {
	if l.files.config == "" {
		l.problems = append(l.problems, missingConfig(l.root.Dir()))
	}
	l.readPortal()
	if err := l.runnable(); err != nil {
		l.problems = append(l.problems, unreadable(fileOf(err), err))
		l.bundling.Plain = true
	}
	compiling, err := l.compileSDK()
	if err != nil {
		return nil, err
	}
	shards, err := l.bundle()
	sdk := <-compiling
	if err = errors.Join(err, sdk.err); err != nil {
		return nil, err
	}
	for _, shard := range shards {
		sdk.code.ExpectSchedules(shard.Code)
	}
	for {
		l.phase(disposable.Busy(watchdog.TotalTime(l.deadline())), bundleTimePerWorker)
		evaluation := l.evaluate(ctx, sdk, shards)
		l.phase(buildTime, buildTimePerWorker)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		again, err := l.refused(evaluation, shards)
		if err != nil {
			return nil, err
		}
		if !again && !l.breach(evaluation) {
			p, err := l.assemble(evaluation, shards)
			if err == nil {
				l.judgeSizes(p, shards)
			}
			return p, err
		}
		if shards, err = l.bundle(); err != nil {
			return nil, err
		}
	}
}

// refused handles scripts that the engine does not parse, and reports whether to try again. The first retry lowers
// class fields in packages, too. The next excludes the file.
func (l *loader) refused(e *evaluate.Result, shards []evaluate.Shard) (again bool, err error) {
	if len(e.Faults) == 0 {
		return false, nil
	}
	if !l.bundling.LowerClassFields {
		l.bundling.LowerClassFields = true
		return true, nil
	}
	locator := l.locator(shards, e)
	for _, fault := range e.Faults {
		span := locator.Locate(fault.At)
		if span.File == "" || slices.Contains(l.failed, span.File) {
			return false, fmt.Errorf("the JavaScript engine cannot run the project: %s", fault.Message)
		}
		l.failed = append(l.failed, span.File)
		l.problems = append(l.problems, declared.Problem{
			Rule: ruleSyntax, At: declared.At(span),
			Message: "svc's JavaScript engine does not support this syntax: " + fault.Message,
		})
	}
	l.bundling.Unavailable = l.failed
	return true, nil
}

// compiled is the compiled SDK, or the error.
type compiled struct {
	code *sdkscript.Compiled
	err  error
	// spares are VMs that run it, one for each shard; none if the SDK is not the embedded one.
	spares []*evaluate.Spare
}

// compileSDK compiles the SDK while the project is being bundled. An installed SDK in another form than the published
// one has to be bundled first, so that it is to blame for what that takes.
func (l *loader) compileSDK() (<-chan compiled, error) {
	library := make(chan compiled, 1)
	if l.sdk.Dir == "" || l.sdk.AsPublished() && !disposable.Surveys() {
		go func() { library <- l.compileLibrary() }()
		return library, nil
	}
	l.phase(bundleTime(), 0)
	disposable.Working(0, l.sdk.Main(l.root.Dir()))
	defer disposable.Working(0, "")
	if names := len(l.sdk.Names()); names > maxSDKNames {
		return nil, fmt.Errorf("it exports %d names", names)
	}
	sdk := l.compileLibrary()
	library <- sdk
	return library, sdk.err
}

// maxSDKNames is how many names an SDK exports. The published one has a hundredth of it.
const maxSDKNames = 10_000

// bundle builds the shards. It reports a file that cannot be read, and bundles the others without it.
func (l *loader) bundle() ([]evaluate.Shard, error) {
	l.phase(bundleTime(), bundleTimePerWorker)
	for range maxRounds {
		modules := slices.DeleteFunc(l.files.modules(), func(path string) bool { return slices.Contains(l.failed, path) })
		if len(modules) == 0 {
			return nil, nil
		}
		parts := l.shard(modules)
		outputs, faults := bundle.Evaluation(l.bundling, parts, false)
		if len(faults) == 0 {
			return pair(parts, outputs), nil
		}
		if hasTool(faults) {
			faults = l.blame(modules, faults)
		}
		if l.cannotTakeOut(faults) { // the problem is reported already
			if l.bundling.Plain {
				return nil, nil
			}
			l.bundling.Plain = true
			continue
		}
		if err := l.takeOut(faults); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("the bundler keeps failing: %s", l.problems[len(l.problems)-1].Message)
}

// cannotTakeOut reports whether all faults are in files that are already excluded: those that the bundler reads by
// itself, such as package.json and tsconfig.json.
func (l *loader) cannotTakeOut(faults []bundle.Fault) bool {
	return !slices.ContainsFunc(faults, func(f bundle.Fault) bool {
		return f.Kind == bundle.Tool || !slices.Contains(l.failed, f.Span.File)
	})
}

// takeOut reports faults and excludes their files.
func (l *loader) takeOut(faults []bundle.Fault) error {
	before := len(l.failed)
	var syntax []string // files with a syntax error: only the first one counts
	for _, fault := range faults {
		if fault.Kind == bundle.Tool {
			return fmt.Errorf("the bundler failed: %s", fault.Text)
		}
		file := fault.Span.File
		if !slices.Contains(l.failed, file) {
			l.failed = append(l.failed, file)
		}
		if slices.Contains(syntax, file) {
			continue
		}
		if l.needsNode(fault) {
			continue // the finding about that file is enough
		}
		if fault.Kind == bundle.Syntax || fault.Kind == bundle.Unreadable || fault.Kind == bundle.Misnamed {
			syntax = append(syntax, file)
		}
		l.problems = append(l.problems, l.bundleProblem(fault))
	}
	if len(l.failed) == before {
		return fmt.Errorf("the bundler failed: %s", faults[0].Text)
	}
	l.bundling.Unavailable = l.failed
	return nil
}

// shardSize is how many modules are worth a separate VM and core: to evaluate them takes 2.5 ms, and a VM 1.3 ms.
const shardSize = 10

// shard splits modules into parts that are evaluated in parallel.
func (l *loader) shard(modules []string) [][]string {
	count := min(runtime.GOMAXPROCS(0), (len(modules)+shardSize-1)/shardSize)
	if disposable.Surveys() || l.breaches.wasShared { // so that a death or a breach has one file to blame
		count = min(count, 1)
	}
	parts := make([][]string, 0, count)
	for i := range count {
		parts = append(parts, modules[i*len(modules)/count:(i+1)*len(modules)/count])
	}
	return parts
}

func pair(parts [][]string, outputs []bundle.Output) []evaluate.Shard {
	shards := make([]evaluate.Shard, len(parts))
	for i := range parts {
		shards[i] = evaluate.Shard{Code: outputs[i].Code, Modules: parts[i]}
	}
	return shards
}

func (l *loader) evaluate(ctx context.Context, sdk compiled, shards []evaluate.Shard) *evaluate.Result {
	summary := ""
	if l.options.Manifest && !disposable.Surveys() {
		summary = manifestSummary
	}
	mark := ""
	if l.bundling.Throws() { // else code could pretend that a finding covers its failure
		mark = bundle.UnavailableMark
	}
	return evaluate.Run(ctx, evaluate.Options{
		Summary: summary, Properties: l.portal != nil,
		Library: sdk.code, Spares: sdk.spares, LibraryFile: l.sdk.Main(l.root.Dir()), Shards: shards,
		ModulesGlobal: bundle.ModulesGlobal, UnavailableMark: mark,
		Globals: l.options.globals(), Clock: l.options.clock(),
		Entering: disposable.Working,
		Deadline: l.deadline(), ProcessorTime: processor.Time,
		MemoryLimit: l.options.MemoryLimit, Exhausted: l.options.survey.exhausted(),
	})
}

// maps bundles modules again, with source maps.
func (l *loader) maps(parts [][]string, bundling bundle.Options) ([]bundle.Output, error) {
	outputs, faults := bundle.Evaluation(bundling, parts, true)
	if len(faults) > 0 {
		return nil, errors.New(faults[0].Text)
	}
	return outputs, nil
}

// runnable returns why the bundler cannot run: it opens the package.json of its folder and of those above by itself.
func (l *loader) runnable() error { return l.bundling.Sources.Check(".") }

// prepare sets the options of all bundles. The faults are those of tsconfig.json, without which everything is bundled.
func (l *loader) prepare() []bundle.Fault {
	config, faults := bundle.ReadTsconfig(l.root, workersFolder)
	l.bundling = bundle.Options{
		Root: l.root.Dir(), SDK: l.sdk, Tsconfig: config, Sources: bundle.NewSources(l.root), Node: l.options.nodeCompat,
		OnRead: allowFiles(),
	}
	return faults
}
