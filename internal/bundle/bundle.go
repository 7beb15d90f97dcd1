// Package bundle turns a project's TypeScript into scripts: the only importer of esbuild.
//
// It makes three kinds of bundle: one or more shards for evaluation (Evaluation), one worker to run
// (Worker, worker.go), and the module graphs of cards, of which only the imports matter (Cards,
// cards.go). What esbuild cannot read comes back as Faults, which are data: the caller decides what
// becomes of them. The package runs no JavaScript and never asks the network.
// Start at Options and Evaluation. The settings that goja needs are in settings.go.
package bundle

import (
	"encoding/json"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// Options say what to bundle, and how.
type Options struct {
	// Root is the project's folder: absolute, symbolic links resolved.
	Root string
	// SDK is the one copy of @svc/sdk that every import gets, packages' included.
	SDK *SDK
	// Tsconfig is the file that the build obeys: see UserTsconfig. Empty when the project has none.
	Tsconfig string
	// LowerClassFields turns class fields into assignments in plain JavaScript too. Slower, so only
	// after the engine refused a package's syntax.
	LowerClassFields bool
	// Minify makes a worker's script as small as production wants it. Lowering stays the same.
	Minify bool
	// Unavailable are files (relative to Root, forward slashes) that cannot be read: whoever imports
	// one gets an UnavailableError at run time instead of a failed build.
	Unavailable []string
	// Sources remembers what is read of the user's files; nil when nobody wants to know.
	Sources *Sources
}

// Output is one script and its source map (nil when none was asked for). Paths in the map are relative to Root.
type Output struct {
	Code []byte
	Map  []byte
}

// ModulesGlobal is the global that a shard defines: its `default` is an array with one function a
// module, which evaluates the module and returns its exports.
const ModulesGlobal = "__svc_modules"

// Evaluation bundles modules (relative to Root) for evaluation, one output a shard. Shards share
// nothing: a file that two of them import is in both.
//
// Maps take about a fifth of the time, and a project without findings needs none: the same call
// with maps gives the same code later.
func Evaluation(o Options, shards [][]string, maps bool) ([]Output, []Fault) {
	build := o.settings()
	if !maps {
		build.Sourcemap = api.SourceMapNone
	}
	build.GlobalName = ModulesGlobal
	build.Plugins = append(build.Plugins, entryPlugin(o.Root, shards), o.SDK.evaluationPlugin())
	for i := range shards {
		name := entryName(i)
		build.EntryPointsAdvanced = append(build.EntryPointsAdvanced, api.EntryPoint{InputPath: name, OutputPath: name})
	}
	result := api.Build(build)
	if len(result.Errors) > 0 {
		return nil, faults(o.Root, result.Errors)
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

// entryNamespace holds the made-up entry of each shard.
const entryNamespace = "svc-entry"

func entryName(shard int) string { return entryNamespace + "-" + string(rune('a'+shard)) }

// entryPlugin serves the entries: arrays of functions, so that each module is evaluated by itself.
func entryPlugin(root string, shards [][]string) api.Plugin {
	return api.Plugin{Name: entryNamespace, Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^" + entryNamespace + "-[a-z]$"}, func(
			args api.OnResolveArgs,
		) (api.OnResolveResult, error) {
			if args.Kind != api.ResolveEntryPoint {
				return api.OnResolveResult{}, nil
			}
			return api.OnResolveResult{Path: args.Path, Namespace: entryNamespace}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: entryNamespace}, func(
			args api.OnLoadArgs,
		) (api.OnLoadResult, error) {
			shard := int(args.Path[len(args.Path)-1] - 'a')
			source := entrySource(shards[shard])
			return api.OnLoadResult{Contents: &source, Loader: api.LoaderJS, ResolveDir: root}, nil
		})
	}}
}

func entrySource(modules []string) string {
	var b strings.Builder
	b.WriteString("export default [\n")
	for _, path := range modules {
		b.WriteString("() => require(" + quote("./"+path) + "),\n")
	}
	b.WriteString("];\n")
	return b.String()
}

// quote writes a string as a JavaScript literal.
func quote(s string) string {
	text, _ := json.Marshal(s) // a string always marshals
	return string(text)
}
