package bundle

import (
	"encoding/json"
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
}

// Import is one import as written. Type-only imports are left out.
type Import struct {
	Path string
	// Package is the package that the built card imports, or a URL; "" for a local file and for the SDK.
	Package string
	Span    diag.Span
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

func cards(o Options, files []string) ([]Card, []Fault) {
	build := o.settings()
	build.Format = api.FormatESModule
	build.Conditions, build.MainFields = nil, nil
	build.Supported = nil
	build.Sourcemap = api.SourceMapNone
	build.Metafile = true
	build.Loader = cardLoaders(api.LoaderEmpty)
	build.Plugins = append(append([]api.Plugin{refuseStyles(), importsPlugin()}, build.Plugins...), cardPackages())
	build.EntryPointsAdvanced = cardEntries(files)
	result := api.Build(build)
	if len(result.Errors) > 0 {
		return nil, faults(o.Root, result.Errors)
	}
	var g graph
	if err := json.Unmarshal([]byte(result.Metafile), &g); err != nil {
		return nil, []Fault{{Kind: Tool, Text: err.Error()}}
	}
	imports := importsByFile(o.Root, result.Warnings)
	read := make([]Card, len(files))
	for i, file := range files {
		output := g.Outputs[cardEntry(i)+".js"]
		read[i] = Card{File: file, Exports: output.Exports, Imports: importsOf(g.reach(output.EntryPoint), imports)}
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

func importsOf(files []string, imports map[string][]Import) []Import {
	var found []Import
	for _, file := range files {
		found = append(found, imports[file]...)
	}
	return found
}
