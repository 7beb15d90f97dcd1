package bundle

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/appsvc/svc/internal/diag"
)

// NodeNeed is a package that a project imports and that needs modules of Node.
type NodeNeed struct {
	Package string
	// Span is the first import of the package in a file of the project.
	Span diag.Span
	// Modules are the modules of Node, sorted.
	Modules []string
	// Chain are the files from the imported one to one that imports a module of Node, relative to the root. Last is that
	// module, and At the position of its import.
	Chain []string
	Last  string
	At    diag.Span
}

// InPackage reports whether a file, relative to the root, belongs to an installed package.
func InPackage(file string) bool { return strings.Contains(file, packagesFolder) }

// NodeNeeds returns which packages that the modules (relative to the root) import have the imports of Node that failed.
// It bundles once more, to see what imports what. It returns nil if that fails for other reasons.
func NodeNeeds(o Options, modules []string, failed []Fault) []NodeNeed {
	build := o.settings()
	build.Sourcemap = api.SourceMapNone
	build.Metafile = true
	build.GlobalName = ModulesGlobal
	build.Plugins = append([]api.Plugin{positionsPlugin(), nodePlugin(true)}, build.Plugins...)
	build.Plugins = append(build.Plugins, entryPlugin(o.Root, [][]string{modules}), o.SDK.evaluationPlugin())
	build.EntryPointsAdvanced = []api.EntryPoint{{InputPath: entryName(0), OutputPath: entryName(0)}}
	result := api.Build(build)
	var g graph
	if len(result.Errors) > 0 || json.Unmarshal([]byte(result.Metafile), &g) != nil {
		return nil
	}
	needing := map[string][]Fault{}
	for _, fault := range failed {
		needing[fault.Span.File] = append(needing[fault.Span.File], fault)
	}
	needs := map[string]*NodeNeed{}
	positions := importsByFile(o.Root, result.Warnings)
	for _, file := range slices.Sorted(maps.Keys(positions)) {
		for _, imported := range g.Inputs[file].Imports {
			name := packageName(imported.Original)
			if !InPackage(imported.Path) || needs[name] != nil {
				continue
			}
			if need := g.needOf(imported.Path, needing); need != nil {
				need.Package = name
				at := slices.IndexFunc(positions[file], func(i Import) bool { return i.Path == imported.Original })
				if at >= 0 {
					need.Span = positions[file][at].Span
				}
				needs[name] = need
			}
		}
	}
	return slices.SortedFunc(values(needs), func(a, b NodeNeed) int { return cmp.Compare(a.Package, b.Package) })
}

func values(needs map[string]*NodeNeed) func(func(NodeNeed) bool) {
	return func(yield func(NodeNeed) bool) {
		for _, need := range needs {
			if !yield(*need) {
				return
			}
		}
	}
}

// needOf returns what the files that lead from a file need of Node, nil for nothing. The chain is the shortest one.
func (g graph) needOf(file string, needing map[string][]Fault) *NodeNeed {
	importer := map[string]string{file: ""}
	var need *NodeNeed
	for queue := []string{file}; len(queue) > 0; queue = queue[1:] {
		for _, fault := range needing[queue[0]] {
			name, _ := NodeModule(fault.Import)
			if need == nil {
				need = &NodeNeed{Last: name, At: fault.Span}
				for at := queue[0]; at != ""; at = importer[at] {
					need.Chain = append([]string{at}, need.Chain...)
				}
			}
			if !slices.Contains(need.Modules, name) {
				need.Modules = append(need.Modules, name)
			}
		}
		for _, next := range g.Inputs[queue[0]].Imports {
			if _, seen := importer[next.Path]; !seen {
				importer[next.Path] = queue[0]
				queue = append(queue, next.Path)
			}
		}
	}
	if need != nil {
		slices.Sort(need.Modules)
	}
	return need
}

// positionsPlugin reports the imports in the files of the project as warnings: see importsPlugin.
func positionsPlugin() api.Plugin {
	return api.Plugin{Name: importsPluginName, Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: ".*", Namespace: "file"}, func(
			args api.OnResolveArgs,
		) (api.OnResolveResult, error) {
			if args.Kind == api.ResolveEntryPoint || !isLocalSource(args.Importer) {
				return api.OnResolveResult{}, nil
			}
			return api.OnResolveResult{Warnings: []api.Message{{Text: args.Path}}}, nil
		})
	}}
}
