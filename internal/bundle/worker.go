package bundle

import (
	"encoding/json"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// WorkerGlobal is the global that a worker's script defines. Its `default` is the result of createWorker.
const WorkerGlobal = "__svc_bundle"

// WorkerParts are the inputs of a worker's script.
type WorkerParts struct {
	// Config and File are the config and the worker file, relative to the root.
	Config, File string
	// Profile is the vendor profile, as JSON.
	Profile []byte
	// Runtime is the global with the exports of the SDK's runtime at run time. If it is "", the script contains the
	// runtime, as on the edge.
	Runtime string
}

// Worker bundles a worker with the runtime of the SDK, lowered for the engine. A later call with a source map returns
// the same code.
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

// workerSettings are the options of every script that contains the runtime.
func (o Options) workerSettings(maps bool) api.BuildOptions {
	build := o.settings()
	if !maps {
		build.Sourcemap = api.SourceMapNone
	}
	// The entry sets the global's default. An export would add esbuild's helpers for exports.
	build.Banner = map[string]string{"js": "var " + WorkerGlobal + "={};"}
	build.Define["__SVC_WORKER__"] = "true" // leaves out what only builds need (sdk/src/capability)
	build.MinifySyntax = o.Minify && !o.KeepStatements
	build.MinifyWhitespace, build.MinifyIdentifiers = o.Minify, o.Minify
	build.Inject = []string{engineModule}
	build.Plugins = append(build.Plugins, enginePlugin(), o.SDK.filesPlugin())
	return build
}

// workerNamespace names the generated entry in source maps.
const workerNamespace = "svc-worker:entry"

// engineModule exports the engines by the names in engines. esbuild injects an engine only where the script uses its
// name: other workers do not contain it.
const engineModule = "svc-engines"

// engines maps the names by which declarations find their engines to exports of the runtime.
func engines() [2][2]string {
	return [2][2]string{
		{"__SVC_SOURCE_ENGINE__", "sourceEngine"}, // sdk/src/capability/source.ts
		{"__SVC_EVENT_ENGINE__", "eventEngine"},   // sdk/src/declare/app-event.ts
	}
}

// enginePlugin serves engineModule.
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
			var source string
			for _, engine := range engines() {
				source += "export { " + engine[1] + " as " + engine[0] + " } from '@svc/sdk/runtime';\n"
			}
			return api.OnLoadResult{Contents: &source, Loader: api.LoaderJS}, nil
		})
	}}
}

// hostRuntime is the namespace of the module that re-exports the host's runtime.
const hostRuntime = "svc-host-runtime"

// runtimePlugin takes the SDK's runtime from a global. All workers of a host share it, and the host compiles it ahead
// of time.
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
	profile := string(runtimeProfile(parts.Profile))
	b.WriteString(WorkerGlobal + ".default = createWorker({ app, worker, profile: " + profile + " });\n")
	return b.String()
}

// runtimeProfile returns the members of a vendor profile that a worker needs (RuntimeProfile in
// sdk/src/protocol/request-context.ts).
func runtimeProfile(profile []byte) []byte {
	var members struct {
		HeaderPrefix      json.RawMessage `json:"headerPrefix"`
		ExecutionStateKey json.RawMessage `json:"executionStateKey"`
		RetryAfterUnit    json.RawMessage `json:"retryAfterUnit"`
		APIOrigin         json.RawMessage `json:"apiOrigin"`
		Paths             json.RawMessage `json:"paths"`
	}
	if json.Unmarshal(profile, &members) != nil {
		return profile // esbuild reports it
	}
	text, _ := json.Marshal(members) // raw JSON always marshals
	return text
}
