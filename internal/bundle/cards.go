// This file looks at the module graphs of cards: what they export, and what they import where.
//
// Nothing is made of them here but this knowledge. Packages are not followed, since they need not be
// installed for a check.

package bundle

import (
	"cmp"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/appsvc/svc/internal/diag"
)

// Card is the graph of one entry point.
type Card struct {
	File    string // relative to the root
	Exports []string
	// Imports are those of the file and of every local file that it reaches, by place.
	Imports []Import
}

// Import is one import as written. A type-only import is none: it leaves no trace in the bundle.
type Import struct {
	Path string
	Span diag.Span
}

// graph is esbuild's metafile.
type graph struct {
	Inputs map[string]struct {
		Imports []struct {
			Path string `json:"path"`
		} `json:"imports"`
	} `json:"inputs"`
	Outputs map[string]struct {
		EntryPoint string   `json:"entryPoint"`
		Exports    []string `json:"exports"`
	} `json:"outputs"`
}

// Cards reads the graphs of entry points (relative to the root; they must exist).
func Cards(o Options, files []string) ([]Card, []Fault) {
	build := o.settings()
	build.Format = api.FormatESModule
	build.Conditions, build.MainFields = nil, nil
	build.Supported = nil
	build.Sourcemap = api.SourceMapNone
	build.Packages = api.PackagesExternal
	build.Metafile = true
	build.Loader = cardLoaders(api.LoaderEmpty)
	build.Plugins = append(build.Plugins, refuseStyles(), importsPlugin())
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
	cards := make([]Card, len(files))
	for i, file := range files {
		output := g.Outputs[cardEntry(i)+".js"]
		cards[i] = Card{File: file, Exports: output.Exports, Imports: importsOf(g.reach(output.EntryPoint), imports)}
	}
	return cards, nil
}

// reach gathers a file and the local files below it.
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

const importsPluginName = "svc-imports"

// importsPlugin notes every import by warning about it: esbuild adds the exact place to a warning
// of a plugin, which nothing else in its interface gives.
func importsPlugin() api.Plugin {
	return api.Plugin{Name: importsPluginName, Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			if args.Kind == api.ResolveEntryPoint {
				return api.OnResolveResult{}, nil
			}
			result := api.OnResolveResult{Warnings: []api.Message{{Text: args.Path}}}
			if args.Path == sdkName || strings.HasPrefix(args.Path, sdkName+"/") {
				result.Path, result.External = args.Path, true // whatever the user's `paths` say
			}
			return result, nil
		})
		// A package that the user's `paths` name is found after all; it is not looked into.
		build.OnLoad(api.OnLoadOptions{Filter: `[\\/]node_modules[\\/]`}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			source := "module.exports = {};"
			return api.OnLoadResult{Contents: &source, Loader: api.LoaderJS}, nil
		})
	}}
}

// importsByFile collects what the plugin noted. What the JSX transform imports stands nowhere in the
// source, so there is no quote at its place.
func importsByFile(root string, warnings []api.Message) map[string][]Import {
	imports := map[string][]Import{}
	for _, w := range warnings {
		if w.PluginName != importsPluginName || w.Location == nil {
			continue
		}
		if at := w.Location.Column; at >= len(w.Location.LineText) || !strings.ContainsRune(
			"'\"`", rune(w.Location.LineText[at]),
		) {
			continue
		}
		file := filepath.ToSlash(w.Location.File)
		imports[file] = append(imports[file], Import{Path: w.Text, Span: span(root, w.Location)})
	}
	for _, list := range imports {
		slices.SortFunc(list, func(a, b Import) int {
			return cmp.Or(cmp.Compare(a.Span.Line, b.Span.Line), cmp.Compare(a.Span.Column, b.Span.Column))
		})
	}
	return imports
}
