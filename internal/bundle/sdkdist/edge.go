package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/appsvc/svc/internal/bundle"
)

// coreEntry is the module of the runtime that every user worker has.
const coreEntry = "core"

// extensions are the other entries of the runtime: files of sdk/src/runtime, and the words that add them. A worker has
// an extension if its code contains one of the words, or uses one of the extension's exports. A word that is a key of
// data, too, has the members of what it names.
var extensions = []struct {
	name           string
	words, members []string
}{
	{name: "associations", words: []string{"associations"}, members: []string{"archive", "create", "list"}},
	{name: "batch", words: []string{"batch"}},
	{name: "billing", words: []string{"billing"}},
	{name: "budget", words: []string{"budget"}},
	{name: "card", words: []string{"cardBackend"}},
	{name: "conversations", words: []string{"conversations"}},
	{name: "declare"},
	{name: "errors"},
	{name: "event"},
	{name: "flags", words: []string{"flags"}},
	{name: "http", words: []string{"http"}},
	{name: "later", words: []string{"later"}},
	{name: "metrics", words: []string{"metrics"}},
	{name: "object", words: []string{"appObjects"}},
	{name: "properties", words: []string{"properties"}, members: []string{"archive", "create", "get", "list", "update"}},
	{name: "source"},
	{name: "store", words: []string{"store"}},
	{name: "sync", words: []string{"sync"}},
	{name: "timers", words: []string{"setTimeout", "setInterval"}},
	{name: "trigger", words: []string{"trigger"}},
}

// hostEntry is the host of workers in the local engine, in the table as RuntimeTable.Host.
const hostEntry = "local"

// entrySources are the files of entries outside of src/runtime.
var entrySources = map[string]string{hostEntry: "./src/host/local.ts"}

// buildOnly are the imports, by the file that has them, of what a running worker leaves out (__SVC_WORKER__). The code
// that uses them is gone, but esbuild would still count them when it distributes files among modules.
var buildOnly = map[string]string{
	"src/capability/sync.ts":   "../declare/schedule.ts",
	"src/capability/worker.ts": "./worker-manifest.ts",
	"src/declare/app.ts":       "./alert-expr.ts",
}

// buildEdge builds the modules of the runtime, which both engines run, and their table (bundle.RuntimeTable). Code that
// several entries use is in modules of its own.
func buildEdge(dir, version string) (map[string][]byte, error) {
	options, err := optionsOf(dir, version)
	if err != nil {
		return nil, err
	}
	options.Format, options.Splitting, options.Metafile = api.FormatESModule, true, true
	options.Outdir, options.Outfile = "edge", ""
	options.Define["__SVC_WORKER__"] = "true"
	finish(&options)
	options.Plugins = []api.Plugin{runtimeEntries(options.AbsWorkingDir), withoutBuildOnly(options.AbsWorkingDir)}
	for _, name := range entryNames() {
		options.EntryPointsAdvanced = append(options.EntryPointsAdvanced, api.EntryPoint{
			InputPath: entryScheme + name, OutputPath: name,
		})
	}
	result := api.Build(options)
	if err := failure("edge", result.Errors); err != nil {
		return nil, err
	}
	return namedModules(options.AbsWorkingDir, result)
}

func entryNames() []string {
	names := []string{coreEntry, hostEntry}
	for _, e := range extensions {
		names = append(names, e.name)
	}
	return names
}

// entryScheme starts the names of the entries.
const entryScheme = "entry:"

// unused is an export of each extension, so that esbuild counts the core as a part of it. Otherwise it would split the
// core by the extensions that use each file.
const unused = "_"

// runtimeEntries serves the entries.
func runtimeEntries(dir string) api.Plugin {
	return api.Plugin{Name: "entries", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^" + entryScheme}, func(
			args api.OnResolveArgs,
		) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: strings.TrimPrefix(args.Path, entryScheme), Namespace: "entry"}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "entry"}, func(
			args api.OnLoadArgs,
		) (api.OnLoadResult, error) {
			source := "export * from '" + cmp.Or(entrySources[args.Path], "./src/runtime/"+args.Path+".ts") + "';\n"
			if args.Path != coreEntry {
				source += "export { createWorker as " + unused + " } from './src/runtime/" + coreEntry + ".ts';\n"
			}
			return api.OnLoadResult{Contents: &source, Loader: api.LoaderTS, ResolveDir: dir}, nil
		})
	}}
}

// withoutBuildOnly replaces the imports of buildOnly by an empty module.
func withoutBuildOnly(dir string) api.Plugin {
	return api.Plugin{Name: "build-only", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: `^\.`}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			importer, err := filepath.Rel(dir, args.Importer)
			if err != nil || buildOnly[filepath.ToSlash(importer)] != args.Path {
				return api.OnResolveResult{}, nil
			}
			return api.OnResolveResult{
				Path: args.Path, Namespace: "build-only", SideEffects: api.SideEffectsFalse,
			}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "build-only"}, func(
			api.OnLoadArgs,
		) (api.OnLoadResult, error) {
			source := "module.exports = {};\n"
			return api.OnLoadResult{Contents: &source, Loader: api.LoaderJS}, nil
		})
	}}
}

// metafile is the part of esbuild's metafile that the table is made of.
type metafile struct {
	Outputs map[string]struct {
		Imports []struct{ Path string }
		Exports []string
	}
}

// namedModules names the modules that several entries share after their importers, instead of by a hash: the names in
// the repository stay.
func namedModules(dir string, result api.BuildResult) (map[string][]byte, error) {
	var meta metafile
	if err := json.Unmarshal([]byte(result.Metafile), &meta); err != nil {
		return nil, err
	}
	closure := map[string][]string{}
	importers := map[string][]string{}
	for _, name := range entryNames() {
		closure[name] = meta.imported("edge/" + name + ".js")
		for _, module := range closure[name][1:] {
			importers[module] = append(importers[module], name)
		}
	}
	names := map[string]string{}
	for _, module := range slices.Sorted(maps.Keys(meta.Outputs)) {
		names[module] = path.Base(module)
		switch by := importers[module]; {
		case len(by) == len(entryNames()):
			names[module] = "shared.js"
		case len(by) > 0:
			names[module] = "shared-" + strings.Join(by, "-") + ".js"
		}
	}
	var renames []string
	for module, name := range names {
		renames = append(renames, "./"+path.Base(module), "./"+name)
	}
	rename := strings.NewReplacer(renames...)
	texts := map[string]string{}
	for _, file := range result.OutputFiles {
		module, err := filepath.Rel(dir, file.Path)
		if err != nil {
			return nil, err
		}
		name := names[filepath.ToSlash(module)]
		if texts[name] != "" {
			return nil, fmt.Errorf("two modules of the runtime are named %s", name)
		}
		texts[name] = rename.Replace(string(file.Contents))
	}
	table := bundle.RuntimeTable{
		Core: meta.part(coreEntry, closure[coreEntry], names),
		Host: meta.part(hostEntry, closure[hostEntry], names),
	}
	table.Host.Exports = nil // they are none of "@svc/sdk"
	for _, e := range extensions {
		part := meta.part(e.name, closure[e.name], names)
		part.Words, part.Members = e.words, e.members
		table.Extensions = append(table.Extensions, part)
	}
	modules, err := indented(texts)
	if err != nil {
		return nil, err
	}
	rows, err := indented(table)
	return map[string][]byte{bundle.RuntimeModulesFile: modules, bundle.RuntimeTableFile: rows}, err
}

// indented returns a value as JSON.
func indented(value any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(value)
	return text.Bytes(), err
}

// imported returns a module and what it imports, directly or not.
func (m *metafile) imported(module string) []string {
	all := []string{module}
	for i := 0; i < len(all); i++ {
		for _, imported := range m.Outputs[all[i]].Imports {
			if !slices.Contains(all, imported.Path) {
				all = append(all, imported.Path)
			}
		}
	}
	return all
}

// part returns the row of an entry.
func (m *metafile) part(name string, modules []string, names map[string]string) bundle.RuntimePart {
	part := bundle.RuntimePart{Name: name}
	for _, export := range m.Outputs[modules[0]].Exports {
		if export != unused && export != bundle.ExtendExport {
			part.Exports = append(part.Exports, export)
		}
	}
	for _, module := range modules {
		part.Modules = append(part.Modules, names[module])
	}
	return part
}
