package bundle

import (
	"fmt"
	"path"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// runtimeScheme starts the imports of a script with the whole runtime, and is the namespace of its modules.
const runtimeScheme = "svc-runtime:"

// RuntimeScript returns the whole runtime as a script that defines the globals of all parts, for a host whose own
// script has the runtime of another copy.
func (s *SDK) RuntimeScript() ([]byte, error) {
	table, texts, err := s.readModules()
	if err != nil {
		return nil, err
	}
	var source strings.Builder
	for _, part := range table.parts() {
		fmt.Fprintf(
			&source, "import * as %[1]s from %[2]s;\nglobalThis.%[1]s = %[1]s;\n", part.Global(),
			quote(runtimeScheme+part.Modules[0]),
		)
	}
	build := Options{Root: workDir}.settings()
	build.Sourcemap = api.SourceMapNone
	build.Stdin = &api.StdinOptions{Contents: source.String(), ResolveDir: workDir, Loader: api.LoaderJS}
	build.EntryNames = entryName(0)
	build.Plugins = append(build.Plugins, runtimeModules(texts))
	result := api.Build(build)
	if len(result.Errors) > 0 {
		return nil, fmt.Errorf("cannot bundle the runtime of @svc/sdk: %s", result.Errors[0].Text)
	}
	return pickOutputs(result.OutputFiles, 1)[0].Code, nil
}

// runtimeModules serves the modules of a runtime, which import each other as "./<name>".
func runtimeModules(texts map[string]string) api.Plugin {
	resolve := func(args api.OnResolveArgs) (api.OnResolveResult, error) {
		name := path.Base(strings.TrimPrefix(args.Path, runtimeScheme))
		return api.OnResolveResult{Path: name, Namespace: runtimeScheme}, nil
	}
	return api.Plugin{Name: runtimeScheme, Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^" + runtimeScheme}, resolve)
		build.OnResolve(api.OnResolveOptions{Filter: `^\./`, Namespace: runtimeScheme}, resolve)
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: runtimeScheme}, func(
			args api.OnLoadArgs,
		) (api.OnLoadResult, error) {
			text, found := texts[args.Path]
			if !found {
				return api.OnLoadResult{}, fmt.Errorf("no module %q in %s", args.Path, RuntimeModulesFile)
			}
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
		})
	}}
}
