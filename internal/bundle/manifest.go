package bundle

import (
	"fmt"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// ManifestGlobal is the global that a manifest's script defines. Its `default` is a function that returns the manifest
// as JSON.
const ManifestGlobal = "__svc_manifest"

// Manifest bundles the config and the worker files (relative to the root) with the SDK, for one call of the function.
func Manifest(o Options, config string, workers []string, environment string) ([]byte, []Fault) {
	build := o.settings()
	build.Sourcemap = api.SourceMapNone
	build.GlobalName = ManifestGlobal
	build.Stdin = &api.StdinOptions{
		Contents: manifestSource(config, workers, environment), ResolveDir: o.Root, Sourcefile: "svc-manifest:entry",
		Loader: api.LoaderJS,
	}
	build.EntryNames = entryName(0)
	build.Plugins = append(append(o.nodePlugins(), build.Plugins...), o.SDK.filesPlugin())
	result := api.Build(build)
	if len(result.Errors) > 0 {
		return nil, faults(o.Root, result.Errors)
	}
	return pickOutputs(result.OutputFiles, 1)[0].Code, nil
}

func manifestSource(config string, workers []string, environment string) string {
	var b strings.Builder
	var names []string
	b.WriteString("import { projectManifest } from '@svc/sdk';\n")
	b.WriteString("import app from " + quote("./"+config) + ";\n")
	for i, file := range workers {
		names = append(names, fmt.Sprintf("worker%d", i))
		b.WriteString("import " + names[i] + " from " + quote("./"+file) + ";\n")
	}
	list := "[" + strings.Join(names, ", ") + "]"
	b.WriteString("export default () => JSON.stringify(projectManifest(app, " + list + ", " + quote(environment) + "));\n")
	return b.String()
}
