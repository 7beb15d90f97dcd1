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
}

// Worker bundles a worker with the runtime of the SDK, lowered for the engine. As with Evaluation, a
// map can be had later, by the same call.
func Worker(o Options, parts WorkerParts, maps bool) (Output, []Fault) {
	build := o.workerSettings(maps)
	build.Stdin = &api.StdinOptions{
		Contents: workerSource(parts), ResolveDir: o.Root, Sourcefile: workerNamespace, Loader: api.LoaderJS,
	}
	build.EntryNames = entryName(0)
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
	build.Define["__SVC_WORKER__"] = "true" // what only builds need is left out (sdk/src/declare)
	build.MinifySyntax, build.MinifyWhitespace, build.MinifyIdentifiers = o.Minify, o.Minify, o.Minify
	build.Plugins = append(build.Plugins, o.SDK.filesPlugin())
	return build
}

// workerNamespace names the made-up entry in source maps.
const workerNamespace = "svc-worker:entry"

func workerSource(parts WorkerParts) string {
	var b strings.Builder
	b.WriteString("import { createWorker } from '@svc/sdk/runtime';\n")
	b.WriteString("import app from " + quote("./"+parts.Config) + ";\n")
	b.WriteString("import worker from " + quote("./"+parts.File) + ";\n")
	b.WriteString("export default createWorker({ app, worker, profile: " + string(parts.Profile) + " });\n")
	return b.String()
}
