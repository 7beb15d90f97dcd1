// This file makes of each card one readable module, as the CRM platform's own builder takes it: that builder
// accepts no import from outside its folder.

package bundle

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// CardModule is one card's UI component with everything local inlined.
type CardModule struct {
	File string // the entry point, relative to the root
	// Code is an ES module with JSX, not minified. It imports packages only, @svc/sdk not among them.
	Code []byte
	// Packages are the names of the packages that it imports, sorted.
	Packages []string
}

// CardModules bundles entry points (relative to the root; they must exist), each by itself.
//
// Packages stay imports, whatever the user's `paths` say of them; local files, JSON and text, and the UI part
// of the SDK are inlined. The name __SVC_BACKEND_URLS__ stays free: who writes the module defines it.
func CardModules(o Options, files []string) ([]CardModule, []Fault) {
	build := o.settings()
	build.Format = api.FormatESModule
	build.Conditions, build.MainFields = nil, nil
	build.Supported = nil
	build.Sourcemap = api.SourceMapNone
	build.JSX = api.JSXPreserve
	build.Charset = api.CharsetUTF8
	build.Metafile = true
	build.Outdir = filepath.Join(o.Root, cardOutput)
	delete(build.Define, "process.env.NODE_ENV") // the platform's builder decides
	build.Loader = cardLoaders(api.LoaderDataURL)
	build.Plugins = append(build.Plugins, cardPackages(), refuseStyles(), o.SDK.filesPlugin())
	build.EntryPointsAdvanced = cardEntries(files)
	result := api.Build(build)
	if len(result.Errors) > 0 {
		return nil, faults(o.Root, result.Errors)
	}
	var meta cardMetafile
	if err := json.Unmarshal([]byte(result.Metafile), &meta); err != nil {
		return nil, []Fault{{Kind: Tool, Text: err.Error()}}
	}
	modules := make([]CardModule, len(files))
	for i, file := range files {
		output := cardOutput + "/" + cardEntry(i) + ".js"
		modules[i] = withReact(CardModule{
			File: file, Code: meta.code(o.Root, output, result.OutputFiles), Packages: meta.Outputs[output].packages(),
		})
	}
	return modules, nil
}

// cardOutput is a folder that outputs are named after; nothing is written.
const cardOutput = "svc-cards"

// cardEntries names outputs by the number of the file: a symbolic link is an output under the name of what it leads to.
func cardEntries(files []string) []api.EntryPoint {
	entries := make([]api.EntryPoint, len(files))
	for i, file := range files {
		entries[i] = api.EntryPoint{InputPath: "./" + file, OutputPath: cardEntry(i)}
	}
	return entries
}

func cardEntry(i int) string { return "card-" + strconv.Itoa(i) }

// cardLoaders are the kinds of files that a card may import besides code and JSON.
func cardLoaders(image api.Loader) map[string]api.Loader {
	kinds := loaders()
	for _, extension := range []string{".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp"} {
		kinds[extension] = image
	}
	return kinds
}

// cardMetafile is what esbuild says of the outputs.
type cardMetafile struct {
	Outputs map[string]cardOutputMeta `json:"outputs"`
}

type cardOutputMeta struct {
	Imports []struct {
		Path     string `json:"path"`
		External bool   `json:"external"`
	} `json:"imports"`
}

func (m cardMetafile) code(root, output string, files []api.OutputFile) []byte {
	for _, file := range files {
		if rel, err := filepath.Rel(root, file.Path); err == nil && filepath.ToSlash(rel) == output {
			return file.Contents
		}
	}
	return nil
}

func (o cardOutputMeta) packages() []string {
	names := []string{}
	for _, one := range o.Imports {
		if one.External {
			names = append(names, packageName(one.Path))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// packageName is the package of an import: "react" of "react/jsx-runtime", "@scope/name" of "@scope/name/part". An
// URL is none, and stays as it is.
func packageName(specifier string) string {
	if strings.Contains(specifier, ":") {
		return specifier
	}
	parts := strings.SplitN(specifier, "/", 3)
	if strings.HasPrefix(specifier, "@") && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

// reactPackage is what JSX is compiled to calls of.
const reactPackage = "react"

// withReact lets a module with JSX import React where it does not: the platform's builder compiles JSX to calls
// of React.createElement, whatever the user's tsconfig says.
func withReact(m CardModule) CardModule {
	const free, jsx = "__svc_free_react__", "__svc_jsx__"
	// Asking for React at the end tells whether the module has it; only a name that it lacks is replaced.
	compiled := api.Transform(string(m.Code)+"\nglobalThis.probe = React;\n", api.TransformOptions{
		Loader: api.LoaderJSX, JSX: api.JSXTransform, JSXFactory: jsx, Define: map[string]string{
			"React": free,
		}, LogLevel: api.LogLevelSilent,
	})
	if !bytes.Contains(compiled.Code, []byte(jsx)) || !bytes.Contains(compiled.Code, []byte(free)) {
		return m
	}
	m.Code = append([]byte("import React from \"react\";\n\n"), m.Code...)
	m.Packages = append(m.Packages, reactPackage)
	slices.Sort(m.Packages)
	m.Packages = slices.Compact(m.Packages)
	return m
}

const stylesPluginName = "svc-card-styles"

// refuseStyles says so where a card imports a style sheet, which would be left behind.
func refuseStyles() api.Plugin {
	return api.Plugin{Name: stylesPluginName, Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: `\.(css|scss|sass|less)$`}, func(
			args api.OnResolveArgs,
		) (api.OnResolveResult, error) {
			return api.OnResolveResult{}, errors.New(
				"a card cannot import a style sheet: the CRM renders its components with its own styles",
			)
		})
	}}
}

// bareImport is an import that names a package, or an alias of the user's `paths`.
var bareImport = regexp.MustCompile(`^[^./#]`)

// cardPackages leaves packages as imports. An import that looks like one and leads to a file of the project is
// an alias, and inlined; declarations that stand in for a package which is not installed (.svc/types) are none.
func cardPackages() api.Plugin {
	type resolving struct{}
	return api.Plugin{Name: "svc-card-packages", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: bareImport.String()}, func(
			args api.OnResolveArgs,
		) (api.OnResolveResult, error) {
			_, again := args.PluginData.(resolving)
			if again || args.Kind == api.ResolveEntryPoint || args.Namespace != "file" && args.Namespace != sdkFileNamespace ||
				args.Path == sdkName || strings.HasPrefix(args.Path, sdkName+"/") {
				return api.OnResolveResult{}, nil
			}
			if args.Namespace == "file" {
				found := build.Resolve(args.Path, api.ResolveOptions{
					ResolveDir: args.ResolveDir, Importer: args.Importer, Kind: args.Kind, PluginData: resolving{},
				})
				if len(found.Errors) == 0 && !found.External && isLocalSource(found.Path) {
					return api.OnResolveResult{Path: found.Path, Namespace: found.Namespace}, nil
				}
			}
			if args.Kind == api.ResolveJSRequireCall || args.Kind == api.ResolveJSRequireResolve {
				return api.OnResolveResult{}, fmt.Errorf(
					"a card cannot require(%q), since it is an ES module in a browser: write import", args.Path,
				)
			}
			return api.OnResolveResult{Path: args.Path, External: true}, nil
		})
	}}
}

// isLocalSource reports whether a file is the user's own: no package, no declarations.
func isLocalSource(file string) bool {
	file = filepath.ToSlash(file)
	return !strings.Contains(file, "/node_modules/") && !strings.HasSuffix(file, ".d.ts") && !strings.HasSuffix(
		file, ".d.mts",
	)
}
