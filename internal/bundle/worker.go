// This file bundles one worker to run: the user's code and the runtime in one script.

package bundle

import (
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// WorkerGlobal is the global that a worker's script defines; its `default` is what createWorker gave.
const WorkerGlobal = "__svc_bundle"

// WorkerParts are what a worker is made of.
type WorkerParts struct {
	// Config and File are the config and the worker's file, relative to the root.
	Config, File string
	// Profile is the vendor profile, JSON.
	Profile []byte
	// Runtime is the global that has the exports of the SDK's runtime where the script will run; "" has the
	// runtime in the script, as on the edge.
	Runtime string
}

// Worker bundles a worker with the runtime of the SDK, lowered for the engine. As with Evaluation, a
// map can be had later, by the same call.
func Worker(o Options, parts WorkerParts, maps bool) (Output, []Fault) {
	build := o.workerSettings(maps)
	build.Stdin = &api.StdinOptions{
		Contents: workerSource(parts), ResolveDir: o.Root, Sourcefile: workerNamespace, Loader: api.LoaderJS,
	}
	build.EntryNames = entryName(0)
	if parts.Runtime != "" {
		build.Plugins = append([]api.Plugin{runtimePlugin(parts.Runtime)}, build.Plugins...)
	}
	result := api.Build(build)
	if len(result.Errors) > 0 {
		return Output{}, faults(o.Root, result.Errors)
	}
	return pickOutputs(result.OutputFiles, 1)[0], nil
}

// workerSettings are the options of every script that has the runtime in it.
func (o Options) workerSettings(maps bool) api.BuildOptions {
	build := o.settings()
	if !maps {
		build.Sourcemap = api.SourceMapNone
	}
	build.GlobalName = WorkerGlobal
	build.Define["__SVC_WORKER__"] = "true" // what only builds need is left out (sdk/src/capability)
	build.MinifySyntax, build.MinifyWhitespace, build.MinifyIdentifiers = o.Minify, o.Minify, o.Minify
	build.Inject = []string{engineModule}
	build.Plugins = append(build.Plugins, enginePlugin(), o.SDK.filesPlugin())
	return build
}

// workerNamespace names the made-up entry in source maps.
const workerNamespace = "svc-worker:entry"

// engineModule is where SourceEngine comes from. It is in the script of a worker only when something in
// it stands there, which is so when defineSource does: other workers do without the engine of sources.
const engineModule = "svc-source-engine"

// SourceEngine is the name by which a declared source finds what runs it (sdk/src/capability/source.ts).
const SourceEngine = "__SVC_SOURCE_ENGINE__"

// enginePlugin gives the module that SourceEngine is injected from.
func enginePlugin() api.Plugin {
	return api.Plugin{Name: engineModule, Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^" + engineModule + "$"}, func(
			args api.OnResolveArgs,
		) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: args.Path, Namespace: engineModule, SideEffects: api.SideEffectsFalse}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: engineModule}, func(
			api.OnLoadArgs,
		) (api.OnLoadResult, error) {
			source := "export { sourceEngine as " + SourceEngine + " } from '@svc/sdk/runtime';\n"
			return api.OnLoadResult{Contents: &source, Loader: api.LoaderJS}, nil
		})
	}}
}

// hostRuntime is the namespace of the module that hands out the runtime of the host.
const hostRuntime = "svc-host-runtime"

// runtimePlugin takes the SDK's runtime from a global: it is the same in all workers of a host, which compiles
// it once and ahead of time.
func runtimePlugin(global string) api.Plugin {
	return api.Plugin{Name: hostRuntime, Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^@svc/sdk/runtime$"}, func(
			args api.OnResolveArgs,
		) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: args.Path, Namespace: hostRuntime, SideEffects: api.SideEffectsFalse}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: hostRuntime}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			source := "module.exports = globalThis." + global + ";\n"
			return api.OnLoadResult{Contents: &source, Loader: api.LoaderJS}, nil
		})
	}}
}

func workerSource(parts WorkerParts) string {
	var b strings.Builder
	b.WriteString("import { createWorker } from '@svc/sdk/runtime';\n")
	b.WriteString("import app from " + quote("./"+parts.Config) + ";\n")
	b.WriteString("import worker from " + quote("./"+parts.File) + ";\n")
	b.WriteString("export default createWorker({ app, worker, profile: " + string(parts.Profile) + " });\n")
	return b.String()
}
