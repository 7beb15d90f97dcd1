package bundle

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/stack"
)

// borderPluginName marks the errors about files that projectfs refuses. esbuild adds the position of the import.
const borderPluginName = "svc-border"

// nestingPluginName marks the errors about the text of a file, which have a position of their own.
const nestingPluginName = "svc-nesting"

// maxLoaded is how many bytes one build reads. A file counts each time, as imports of one file with different query
// strings are different modules.
const maxLoaded = 512 << 20

// borderPlugin makes projectfs read every file of the project and of its packages. Before esbuild resolves an import,
// the guard checks the files that esbuild reads by itself. It replaces unavailable files by modules that throw. They
// are CommonJS, so that importing any name from them is not an error by itself.
func (o Options) borderPlugin() api.Plugin {
	return api.Plugin{Name: borderPluginName, Setup: func(build api.PluginBuild) {
		o.absentModules(build)
		build.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			switch isData := strings.HasPrefix(args.Path, "data:"); {
			case isData && args.Kind != api.ResolveCSSURLToken:
				return api.OnResolveResult{}, errDataURL
			case isData, args.ResolveDir == "", o.Plain:
				return api.OnResolveResult{}, nil
			}
			err := o.Sources.guard.check(o.Tsconfig, args.ResolveDir, args.Path)
			if err != nil {
				return api.OnResolveResult{}, err
			}
			if o.Sources.guard.isDisabled(args.ResolveDir, args.Path) {
				return api.OnResolveResult{Path: args.Path, Namespace: disabledNamespace}, nil
			}
			// One finding about what a package imports is enough.
			if _, again := args.PluginData.(judging); o.everyImport && !again && isLocalSource(args.Importer) {
				err = o.judge(build, args)
			}
			return api.OnResolveResult{}, err
		})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: disabledNamespace}, func(
			api.OnLoadArgs,
		) (api.OnLoadResult, error) {
			source := "module.exports = {};"
			return api.OnLoadResult{Contents: &source, Loader: api.LoaderJS}, nil
		})
		var loaded atomic.Int64
		stars := newReexports(build, o.Sources.plainly)
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "file"}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			stack.Reserve() // this goroutine also parses the file
			file := relative(o.Root, args.Path)
			if slices.Contains(o.Unavailable, file) {
				source := "export * from " + quote(unavailablePrefix+file)
				return api.OnLoadResult{Contents: &source, Loader: api.LoaderJS}, nil
			}
			loader, err := loaderOf(args.With)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			text, err := o.Sources.read(file, args.Path)
			if err != nil {
				return api.OnLoadResult{}, errors.New(projectfs.Reason(err))
			}
			if loaded.Add(int64(len(text))) > maxLoaded {
				return api.OnLoadResult{}, fmt.Errorf("the project imports more than %d MB", maxLoaded>>20)
			}
			if o.OnRead != nil {
				o.OnRead()
			}
			result := o.loaded(args.Path, file, text, loader)
			if len(result.Errors) == 0 && projectfs.IsSource(file) && !o.again {
				result.Errors = stars.add(args.Path, text)
			}
			return result, nil
		})
	}}
}

// disabledNamespace contains the modules that a package leaves out for browsers. esbuild marks them itself, but a
// plugin that reads files does not see the mark.
const disabledNamespace = "svc-disabled"

// errDataURL refuses modules in URLs: they have no file, so nothing checks their text, and no finding can name them.
var errDataURL = errors.New("it is a module in a URL: expected a file")

// judging marks the resolution of an import by judge.
type judging struct{}

// judge returns why the file of an import is not read.
func (o Options) judge(build api.PluginBuild, args api.OnResolveArgs) error {
	found := build.Resolve(args.Path, api.ResolveOptions{
		ResolveDir: args.ResolveDir, Importer: args.Importer, Namespace: args.Namespace, Kind: args.Kind,
		PluginData: judging{}, With: args.With,
	})
	if len(found.Errors) > 0 || found.External || found.Namespace != "file" {
		return nil
	}
	if _, err := o.Sources.files.Judge(found.Path); err != nil && !isMissing(err) {
		return errors.New(projectfs.Reason(err))
	}
	return nil
}

// loaded checks the text of a file. esbuild selects the default loader by the file's extension.
func (o Options) loaded(path, file, text string, loader api.Loader) api.OnLoadResult {
	result := api.OnLoadResult{Contents: &text, Loader: loader, ResolveDir: filepath.Dir(path)}
	isJSON := loader == api.LoaderJSON || loader == api.LoaderDefault && filepath.Ext(file) == ".json"
	isCode := loader == api.LoaderDefault && projectfs.IsSource(file)
	isUsers := !strings.Contains(file, packagesFolder)
	if isCode && isUsers && !utf8.ValidString(text) {
		result.Errors = []api.Message{{Text: "it is not UTF-8 text"}}
		return result
	}
	if (isCode || isJSON) && (isUsers || len(text) >= packageNestingFrom) {
		if deep := tooDeep(path, text); deep != nil {
			deep.PluginName = nestingPluginName
			result.Errors = []api.Message{*deep}
			return result
		}
	}
	switch {
	case isJSON && len(text) > maxLiteralJSON:
		text, result.Loader = parsingJSON(text), api.LoaderJS
	case isCode:
		result.Errors = globImports(path, text)
		text = withoutSourceMap(text)
	}
	return result
}

// maxLiteralJSON is the size, in bytes, up to which JSON is bundled as a literal. esbuild and the engine take quadratic
// time for a literal with many members.
const maxLiteralJSON = 256 << 10

// parsingJSON returns a module that parses JSON when it runs.
func parsingJSON(text string) string { return "module.exports = JSON.parse(" + quote(text) + ");\n" }

// loaderOf returns the loader that the attributes of an import request.
func loaderOf(attributes map[string]string) (api.Loader, error) {
	for key, value := range attributes {
		if key != "type" {
			return api.LoaderNone, fmt.Errorf("importing with the %q attribute is not supported", key)
		}
		switch value {
		case "json":
			return api.LoaderJSON, nil
		case "text":
			return api.LoaderText, nil
		case "bytes":
			return api.LoaderBinary, nil
		}
		return api.LoaderNone, fmt.Errorf("importing with a type attribute of %q is not supported", value)
	}
	return api.LoaderDefault, nil
}
