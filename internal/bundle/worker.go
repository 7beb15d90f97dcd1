package bundle

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// WorkerGlobal is the global that a worker's script defines. Its `default` is the argument of createWorker.
const WorkerGlobal = "__svc_bundle"

// WorkerParts are the inputs of a worker's script.
type WorkerParts struct {
	// Config and File are the config and the worker file, relative to the root.
	Config, File string
	// Profile is the vendor profile, as JSON.
	Profile []byte
}

// Worker bundles a worker without the runtime, whose parts must be globals at run time. It is lowered for the engine. A
// later call with a source map returns the same code.
func Worker(o Options, parts WorkerParts, maps bool) (Output, []Fault) {
	outputs, failed := Workers(o, parts.Config, parts.Profile, []string{parts.File}, maps)
	if len(failed) > 0 {
		return Output{}, failed
	}
	return outputs[0], nil
}

// workerSettings are the options of every worker's script.
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
	build.Plugins = append(append(o.nodePlugins(), build.Plugins...), o.SDK.runtimePlugin())
	return build
}

// runtimeNamespace contains the module "@svc/sdk" of workers.
const runtimeNamespace = "svc-runtime"

// runtimePlugin takes the exports of "@svc/sdk" from the globals of the runtime's parts. All importers share one copy,
// so an error of the runtime is an instance of the class that the worker imports. Sub-paths are bundled.
func (s *SDK) runtimePlugin() api.Plugin {
	files := s.filesPlugin()
	return api.Plugin{Name: runtimeNamespace, Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^@svc/sdk$"}, func(api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{
				Path: sdkName, Namespace: runtimeNamespace, SideEffects: api.SideEffectsFalse,
			}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: runtimeNamespace}, func(
			api.OnLoadArgs,
		) (api.OnLoadResult, error) {
			table, err := s.readTable()
			if err != nil {
				return api.OnLoadResult{}, err
			}
			var source strings.Builder
			for _, part := range table.parts() {
				for _, name := range part.Exports {
					if isConstant(name) {
						// Without the mark, an export that the worker does not use would stay.
						fmt.Fprintf(&source, "export const %s = /* @__PURE__ */ (() => %s.%[1]s)();\n", name, part.Global())
					}
				}
			}
			text := source.String()
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
		})
		files.Setup(build)
	}}
}

func workerSource(parts WorkerParts) string {
	var b strings.Builder
	b.WriteString("import app from " + quote("./"+parts.Config) + ";\n")
	b.WriteString("import worker from " + quote("./"+parts.File) + ";\n")
	profile := string(runtimeProfile(parts.Profile))
	b.WriteString(WorkerGlobal + ".default = { app, worker, profile: " + profile + " };\n")
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
