package bundle

import (
	"encoding/json"
	"path/filepath"
	"slices"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/appsvc/svc/internal/diag"
)

// Card is the module graph of one entry point.
type Card struct {
	File    string // relative to the root
	Exports []string
	// Imports are those of the file and of every local file that it imports, by position.
	Imports []Import
	// Code is the file with every local file that it imports, as one module. JSX is compiled.
	Code []byte
}

// Import is one import as written. Type-only imports are left out.
type Import struct {
	Path string
	// Package is the package that the built card imports, or a URL; "" for a local file and for the SDK.
	Package string
	// File is the local file that the import leads to, relative to the root; "" for others.
	File string
	Span diag.Span
}

// graph is the part of esbuild's metafile that describes imports.
type graph struct {
	Inputs map[string]struct {
		Imports []struct {
			Path string `json:"path"`
			// Original is the path as written.
			Original string `json:"original"`
		} `json:"imports"`
	} `json:"inputs"`
	Outputs map[string]struct {
		EntryPoint string   `json:"entryPoint"`
		Exports    []string `json:"exports"`
		cardOutputMeta
	} `json:"outputs"`
}

// Cards reads the graphs of entry points (relative to the root, which must exist). It does not follow packages, which
// need not be installed for a check.
func Cards(o Options, files []string) ([]Card, []Fault) {
	return explained(o, func(o Options) ([]Card, []Fault) { return cards(o, files) })
}

// CardMaps returns Card.Code of entry points without faults, with source maps. A check without findings needs none.
func CardMaps(o Options, files []string) ([]Output, []Fault) {
	result := buildCards(o, files, api.SourceMapExternal)
	if len(result.Errors) > 0 {
		return nil, faults(o.Root, result.Errors)
	}
	outputs := make([]Output, len(files))
	for i := range files {
		outputs[i] = Output{Code: contentsOf(result, cardEntry(i)+".js"), Map: contentsOf(result, cardEntry(i)+".js.map")}
	}
	return outputs, nil
}

func buildCards(o Options, files []string, maps api.SourceMap) api.BuildResult {
	build := o.settings()
	build.Format = api.FormatESModule
	build.Conditions, build.MainFields = nil, nil
	build.Supported = supported(true)
	delete(build.Supported, "top-level-await") // the build keeps it
	build.Sourcemap = maps
	build.Metafile = true
	build.Loader = cardLoaders(api.LoaderEmpty)
	build.Plugins = append(append([]api.Plugin{refuseStyles(), importsPlugin()}, build.Plugins...), cardPackages())
	build.EntryPointsAdvanced = cardEntries(files)
	return api.Build(build)
}

// contentsOf returns an output by its file name.
func contentsOf(result api.BuildResult, name string) []byte {
	for _, file := range result.OutputFiles {
		if filepath.Base(file.Path) == name {
			return file.Contents
		}
	}
	return nil
}

func cards(o Options, files []string) ([]Card, []Fault) {
	result := buildCards(o, files, api.SourceMapNone)
	if found := o.problems(result); len(found) > 0 {
		return nil, faults(o.Root, found)
	}
	var g graph
	if err := json.Unmarshal([]byte(result.Metafile), &g); err != nil {
		return nil, []Fault{{Kind: Tool, Text: err.Error()}}
	}
	imports := importsByFile(o.Root, result.Warnings)
	read := make([]Card, len(files))
	for i, file := range files {
		output := g.Outputs[cardEntry(i)+".js"]
		read[i] = Card{
			File: file, Exports: output.Exports, Imports: g.importsOf(g.reach(output.EntryPoint), imports),
			Code: contentsOf(result, cardEntry(i)+".js"),
		}
		for j, one := range read[i].Imports {
			if !isSDK(one.Path) && output.external(one.Path) {
				read[i].Imports[j].Package = packageName(one.Path)
			}
		}
	}
	return read, nil
}

// reach returns a file and the local files that it imports, also indirectly.
func (g graph) reach(file string) []string {
	files := []string{file}
	for i := 0; i < len(files); i++ {
		for _, next := range g.Inputs[files[i]].Imports {
			if _, local := g.Inputs[next.Path]; local && !slices.Contains(files, next.Path) {
				files = append(files, next.Path)
			}
		}
	}
	return files
}

// importsOf returns the imports of files, with the local files that they lead to.
func (g graph) importsOf(files []string, imports map[string][]Import) []Import {
	var found []Import
	for _, file := range files {
		for _, one := range imports[file] {
			for _, resolved := range g.Inputs[file].Imports {
				if _, isLocal := g.Inputs[resolved.Path]; isLocal && resolved.Original == one.Path {
					one.File = resolved.Path
				}
			}
			found = append(found, one)
		}
	}
	return found
}
