package bundle

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

const importsPluginName = "svc-imports"

// importsPlugin reports every import as a warning: esbuild adds the exact position to a plugin's warning and nowhere
// else in its interface.
func importsPlugin() api.Plugin {
	return api.Plugin{Name: importsPluginName, Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			if args.Kind == api.ResolveEntryPoint {
				return api.OnResolveResult{}, nil
			}
			result := api.OnResolveResult{Warnings: []api.Message{{Text: args.Path}}}
			if isSDK(args.Path) {
				result.Path, result.External = args.Path, true // whatever the user's `paths` map it to
			}
			return result, nil
		})
		// The user's `paths` may resolve to a package. Its content does not matter.
		build.OnLoad(api.OnLoadOptions{Filter: `[\\/]node_modules[\\/]`}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			source := "module.exports = {};"
			return api.OnLoadResult{Contents: &source, Loader: api.LoaderJS}, nil
		})
	}}
}

// importsByFile collects the warnings of the plugin. An import of the JSX transform has no quote at its position, since
// it is not in the source.
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
