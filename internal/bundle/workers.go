package bundle

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// Workers bundles worker files (relative to the root), one output per file in their order. Files that workers share are
// parsed once. An output depends only on what its file imports, except that minified names may differ between sets of
// files.
func Workers(o Options, config string, profile []byte, files []string, maps bool) ([]Output, []Fault) {
	outputs, _, failed := o.workers(config, profile, files, o.workerSettings(maps))
	return outputs, failed
}

// WorkersWithSources is Workers, without maps. It also returns the sources of each worker.
func WorkersWithSources(o Options, config string, profile []byte, files []string) ([]Output, []*Sources, []Fault) {
	build := o.workerSettings(false)
	build.Metafile = true
	outputs, metafile, failed := o.workers(config, profile, files, build)
	if len(failed) > 0 {
		return nil, nil, failed
	}
	var g graph
	if err := json.Unmarshal([]byte(metafile), &g); err != nil {
		return nil, nil, []Fault{{Kind: Tool, Text: err.Error()}}
	}
	sources := make([]*Sources, len(files))
	for i, file := range files {
		sources[i] = o.Sources.subset(g.reach(workersNamespace + ":" + file))
	}
	return outputs, sources, nil
}

func (o Options) workers(
	config string, profile []byte, files []string, build api.BuildOptions,
) (outputs []Output, metafile string, failed []Fault) {
	build.Plugins = append(build.Plugins, workersPlugin(o.Root, config, profile))
	names := make(map[string]int, len(files))
	for i, file := range files {
		name := workersNamespace + "-" + strconv.Itoa(i) // in the root, since maps name sources relative to it
		names[name] = i
		build.EntryPointsAdvanced = append(build.EntryPointsAdvanced, api.EntryPoint{
			InputPath: workersNamespace + ":" + file, OutputPath: name,
		})
	}
	result := api.Build(build)
	if len(result.Errors) > 0 {
		return nil, "", faults(o.Root, result.Errors)
	}
	outputs = make([]Output, len(files))
	for _, file := range result.OutputFiles {
		name := relative(o.Root, file.Path)
		if i, isMap := names[strings.TrimSuffix(name, ".js.map")]; isMap && strings.HasSuffix(name, ".map") {
			outputs[i].Map = file.Contents
		} else if i, isCode := names[strings.TrimSuffix(name, ".js")]; isCode {
			outputs[i].Code = file.Contents
		}
	}
	return outputs, result.Metafile, nil
}

// workersNamespace contains the generated entry of each worker.
const workersNamespace = "svc-worker"

func workersPlugin(root, config string, profile []byte) api.Plugin {
	return api.Plugin{Name: workersNamespace, Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^" + workersNamespace + ":"}, func(
			args api.OnResolveArgs,
		) (api.OnResolveResult, error) {
			if args.Kind != api.ResolveEntryPoint {
				return api.OnResolveResult{}, nil
			}
			return api.OnResolveResult{
				Path: strings.TrimPrefix(args.Path, workersNamespace+":"), Namespace: workersNamespace,
			}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: workersNamespace}, func(
			args api.OnLoadArgs,
		) (api.OnLoadResult, error) {
			source := workerSource(WorkerParts{Config: config, File: args.Path, Profile: profile})
			return api.OnLoadResult{Contents: &source, Loader: api.LoaderJS, ResolveDir: root}, nil
		})
	}}
}
