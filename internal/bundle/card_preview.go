package bundle

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// PreviewParts are the inputs of a card's preview.
type PreviewParts struct {
	// File is the entry point of the card, relative to the root.
	File string
	// UIPackage is the vendor's package with the components and hooks of cards. UIGlobal is the object that it exports
	// to render a card, such as "crm".
	UIPackage, UIGlobal string
	// Elements are components of the package that take the place of elements of HTML, by tag.
	Elements map[string]string
	// Library has the renderer below ui, and a React below react.
	Library fs.FS
	// Define replaces names in the card's code, by JSON texts.
	Define map[string]string
}

// CardPreview bundles a card with a renderer of the vendor's components, as one classic script for a browser. Packages
// are inlined. React is that of the project if react-dom is installed there, else that of the library.
func CardPreview(o Options, p PreviewParts) (Output, []Fault) {
	build := o.settings()
	build.Conditions, build.MainFields, build.Supported = nil, nil, nil
	build.JSX = api.JSXAutomatic
	build.TsconfigRaw = o.Tsconfig.withAutomaticJSX()
	build.Charset = api.CharsetUTF8
	build.Define["process.env.NODE_ENV"] = `"development"`
	for name, value := range p.Define {
		build.Define[name] = value
	}
	build.Loader = cardLoaders(api.LoaderDataURL)
	build.Stdin = &api.StdinOptions{
		Contents: "import { start } from " + quote(previewNamespace+":ui/frame/start.tsx") + ";\n" +
			"import * as card from " + quote("./"+p.File) + ";\nstart(card);\n",
		ResolveDir: o.Root, Sourcefile: previewNamespace + ":entry", Loader: api.LoaderJS,
	}
	build.EntryNames = entryName(0)
	// Before the border, which knows files of the project only.
	build.Plugins = append([]api.Plugin{p.plugin(o)}, build.Plugins...)
	build.Plugins = append(build.Plugins, refuseStyles(), o.SDK.filesPlugin())
	result := api.Build(build)
	if len(result.Errors) > 0 {
		return Output{}, faults(o.Root, result.Errors)
	}
	return pickOutputs(result.OutputFiles, 1)[0], nil
}

// PreviewScript bundles a module of a library, such as "ui/page/page.ts", as a classic script.
func PreviewScript(library fs.FS, entry string) ([]byte, error) {
	build := Options{Root: workDir}.settings()
	build.Sourcemap, build.Supported = api.SourceMapNone, nil
	build.MinifySyntax, build.MinifyWhitespace = true, true
	build.Charset = api.CharsetUTF8
	build.EntryPointsAdvanced = []api.EntryPoint{{InputPath: previewNamespace + ":" + entry, OutputPath: entryName(0)}}
	build.Plugins = append(build.Plugins, PreviewParts{Library: library}.plugin(Options{Root: workDir}))
	result := api.Build(build)
	if len(result.Errors) > 0 {
		return nil, fmt.Errorf("cannot bundle %s: %s", entry, result.Errors[0].Text)
	}
	return pickOutputs(result.OutputFiles, 1)[0].Code, nil
}

// previewNamespace contains the files of a library. It names them in source maps.
const previewNamespace = "svc-preview"

// IsOfPreview reports whether a source of CardPreview's source map is not the project's.
func IsOfPreview(source string) bool { return strings.HasPrefix(source, previewNamespace+":") }

// reactFiles are the modules of the library's React.
var reactFiles = map[string]string{
	"react": "react", "react/jsx-runtime": "react-jsx-runtime", "react/jsx-dev-runtime": "react-jsx-runtime",
	"react-dom": "react-dom", "react-dom/client": "react-dom", "scheduler": "scheduler",
}

// reactImport matches the imports that share one React.
const reactImport = `^(react|react-dom|scheduler)(/|$)`

// plugin resolves imports of the renderer, of the vendor's package and of React.
func (p PreviewParts) plugin(o Options) api.Plugin {
	type resolving struct{}
	inLibrary := func(file string) api.OnResolveResult {
		return api.OnResolveResult{Path: file, Namespace: previewNamespace}
	}
	return api.Plugin{Name: previewNamespace, Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^" + previewNamespace + ":"}, func(
			args api.OnResolveArgs,
		) (api.OnResolveResult, error) {
			return inLibrary(strings.TrimPrefix(args.Path, previewNamespace+":")), nil
		})
		build.OnResolve(api.OnResolveOptions{Filter: `^\.`, Namespace: previewNamespace}, func(
			args api.OnResolveArgs,
		) (api.OnResolveResult, error) {
			return inLibrary(path.Join(path.Dir(args.Importer), args.Path)), nil
		})
		build.OnResolve(api.OnResolveOptions{Filter: reactImport}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			if _, again := args.PluginData.(resolving); again {
				return api.OnResolveResult{}, nil
			}
			if args.Namespace != previewNamespace && createsElements(args.Path) && !isReact(args.Importer) {
				return inLibrary(cardReact + args.Path), nil
			}
			dir := filepath.Join(o.Root, filepath.FromSlash(path.Dir(p.File)))
			resolve := func(path, dir string) api.ResolveResult {
				return build.Resolve(path, api.ResolveOptions{
					ResolveDir: dir, Importer: args.Importer, Kind: args.Kind, PluginData: resolving{},
				})
			}
			if client := resolve("react-dom/client", dir); len(client.Errors) > 0 || isTypes(client.Path) {
				file, known := reactFiles[args.Path]
				if !known {
					return api.OnResolveResult{}, fmt.Errorf("cannot import %q: install react-dom in the project", args.Path)
				}
				return inLibrary("react/" + file + ".production.min.js"), nil
			}
			if args.Namespace == "file" && strings.Contains(filepath.ToSlash(args.ResolveDir), "/node_modules/") {
				dir = args.ResolveDir // react-dom has its own scheduler
			}
			found := resolve(args.Path, dir)
			return api.OnResolveResult{Path: found.Path, Namespace: found.Namespace, Errors: found.Errors}, nil
		})
		if p.UIPackage != "" {
			p.uiPackage(build)
		}
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: previewNamespace}, p.load)
	}}
}

// cardReact begins the modules that stand for React in the code of the card and of packages. They refuse elements of
// HTML, which the renderer of the library needs.
const cardReact = "ui/react:"

// createsElements reports whether an import of React has functions that create elements.
func createsElements(path string) bool {
	return path == "react" || path == "react/jsx-runtime" || path == "react/jsx-dev-runtime"
}

// isReact reports whether a file belongs to React.
func isReact(file string) bool {
	parts := strings.Split(filepath.ToSlash(file), "/node_modules/")
	name, _, _ := strings.Cut(parts[len(parts)-1], "/")
	return len(parts) > 1 && reactFiles[name] != ""
}

// isTypes reports whether an import leads to declarations of types only.
func isTypes(file string) bool {
	return strings.HasSuffix(file, ".d.ts") || strings.HasSuffix(file, ".d.mts")
}

// uiModules are the modules of the library that stand for parts of the vendor's package.
const uiModules = "ui/package:"

// uiPackage resolves the vendor's package to the renderer.
func (p PreviewParts) uiPackage(build api.PluginBuild) {
	build.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
		if args.Path != p.UIPackage && !strings.HasPrefix(args.Path, p.UIPackage+"/") {
			return api.OnResolveResult{}, nil
		}
		part := strings.TrimPrefix(strings.TrimPrefix(args.Path, p.UIPackage), "/")
		return api.OnResolveResult{Path: uiModules + part, Namespace: previewNamespace}, nil
	})
}

// load returns a file of the library.
func (p PreviewParts) load(args api.OnLoadArgs) (api.OnLoadResult, error) {
	if part, isUI := strings.CutPrefix(args.Path, uiModules); isUI {
		module := "stable"
		if part == "experimental" {
			module = part
		}
		// A CommonJS module, since an import of a name that an ES module does not export is an error.
		source := "module.exports = require(" + quote(previewNamespace+":ui/components/unknown.tsx") + ").withUnknown(" +
			"require(" + quote(previewNamespace+":ui/"+module+".ts") + "), " + quote(p.UIGlobal) + ");\n"
		return api.OnLoadResult{Contents: &source, Loader: api.LoaderJS}, nil
	}
	if module, isReact := strings.CutPrefix(args.Path, cardReact); isReact {
		elements, err := json.Marshal(p.Elements)
		if err != nil {
			return api.OnLoadResult{}, err
		}
		source := "module.exports = require(" + quote(previewNamespace+":ui/components/elements.tsx") +
			").withoutElements(require(" + quote(module) + "), " + quote(p.UIPackage) + ", " + string(elements) + ");\n"
		return api.OnLoadResult{Contents: &source, Loader: api.LoaderJS}, nil
	}
	text, err := fs.ReadFile(p.Library, args.Path)
	if err != nil {
		return api.OnLoadResult{}, err
	}
	source, loader := string(text), api.LoaderJS
	switch path.Ext(args.Path) {
	case ".ts":
		loader = api.LoaderTS
	case ".tsx":
		loader = api.LoaderTSX
	case ".css":
		loader = api.LoaderText
	}
	return api.OnLoadResult{Contents: &source, Loader: loader}, nil
}
