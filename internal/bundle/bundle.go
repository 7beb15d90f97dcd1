// Package bundle turns a project's TypeScript into scripts. It is the only importer of esbuild.
//
// It builds shards for evaluation (Evaluation), workers to run (Worker, Workers), cards for the CRM (CardModules) and
// the script that returns a manifest (Manifest). Cards reads the imports of cards. What esbuild cannot read is
// returned as Faults. The package does not run JavaScript or use the network.
//
// Start at Options and Evaluation. The settings for goja are in settings.go.
package bundle

import (
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// Options configures a bundle.
type Options struct {
	// Root is the project's folder: absolute, symbolic links resolved.
	Root string
	// SDK is the copy of @svc/sdk for every import, also in packages.
	SDK *SDK
	// Tsconfig is the user's tsconfig.json, nil for none.
	Tsconfig *Tsconfig
	// LowerClassFields lowers class fields in plain JavaScript, too. It is slower, so it is set only after the engine
	// refused the syntax of a package.
	LowerClassFields bool
	// Minify minifies a worker's script for production. It does not change the lowering.
	Minify bool
	// KeepStatements makes Minify join no statements: see HasSeries.
	KeepStatements bool
	// Unavailable are files that cannot be read, relative to Root, with forward slashes. An import of one throws an
	// error with UnavailableMark at run time. The build does not fail.
	Unavailable []string
	// Node takes modules of Node from the host: see NodeGlobal.
	Node bool
	// Plain resolves paths to files, and no packages, without package.json, which is broken.
	Plain bool
	// OnRead is called for each file that is read, from several goroutines. It may be nil.
	OnRead func()
	// everyImport judges each import by itself. esbuild loads a file once, and so reports only one of its imports.
	everyImport bool
	// again means that a build of the same files has passed. Whether re-exports are bounded is not checked again: the
	// answer depends on the order in which files are read.
	again bool
	// Sources reads the project's files. It is nil for a build of the SDK alone.
	Sources *Sources
}

// Output is one script and its source map, if requested. Paths in the map are relative to Root.
type Output struct {
	Code []byte
	Map  []byte
}

// ModulesGlobal is the global that a shard defines. Its `default` is an array with one function per module, which
// evaluates the module and returns its exports.
const ModulesGlobal = "__svc_modules"

// Evaluation bundles modules (relative to Root) for evaluation, one output per shard. Shards share nothing: a file that
// two of them import is in both.
//
// Source maps take about a fifth of the time, and a project without findings needs none. A later call with maps returns
// the same code.
func Evaluation(o Options, shards [][]string, maps bool) ([]Output, []Fault) {
	return explained(o, func(o Options) ([]Output, []Fault) { return evaluation(o, shards, maps) })
}

// explained builds, and once more if an import was refused: slower, but with a fault at each such import.
func explained[T any](o Options, build func(Options) (T, []Fault)) (T, []Fault) {
	built, faults := build(o)
	if o.everyImport = true; slices.ContainsFunc(faults, func(f Fault) bool { return f.Kind == Refused }) {
		return build(o)
	}
	return built, faults
}

func evaluation(o Options, shards [][]string, maps bool) ([]Output, []Fault) {
	o.again = maps
	build := o.settings()
	if !maps {
		build.Sourcemap = api.SourceMapNone
	}
	build.MinifyWhitespace = true // a fifth less to print and to parse
	build.GlobalName = ModulesGlobal
	build.Plugins = append(o.nodePlugins(), build.Plugins...)
	build.Plugins = append(build.Plugins, entryPlugin(o.Root, shards), o.SDK.evaluationPlugin())
	for i := range shards {
		name := entryName(i)
		build.EntryPointsAdvanced = append(build.EntryPointsAdvanced, api.EntryPoint{InputPath: name, OutputPath: name})
	}
	result := api.Build(build)
	if found := o.problems(result); len(found) > 0 {
		return nil, faults(o.Root, found)
	}
	return pickOutputs(result.OutputFiles, len(shards)), nil
}

// pickOutputs sorts scripts and maps into shards by their file names.
func pickOutputs(files []api.OutputFile, shards int) []Output {
	outputs := make([]Output, shards)
	for _, file := range files {
		for i := range outputs {
			switch {
			case strings.HasSuffix(file.Path, entryName(i)+".js"):
				outputs[i].Code = file.Contents
			case strings.HasSuffix(file.Path, entryName(i)+".js.map"):
				outputs[i].Map = file.Contents
			}
		}
	}
	return outputs
}
