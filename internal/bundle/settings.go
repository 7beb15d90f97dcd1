// This file holds the esbuild settings of every bundle that goja runs.

package bundle

import (
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

// supported is what the engine lacks, so that esbuild writes it in older words. Top-level await is
// here because it cannot be: esbuild then says so at its place.
func supported(lowerClassFields bool) map[string]bool {
	s := map[string]bool{
		"async-generator":           false,
		"for-await":                 false,
		"class-private-brand-check": false,
		"dynamic-import":            false,
		"import-meta":               false,
		"decorators":                false,
		"using":                     false,
		"top-level-await":           false,
		// A literal with flag d or v becomes `new RegExp`, so that it fails only where it is used.
		"regexp-match-indices": false,
		"regexp-set-notation":  false,
	}
	if lowerClassFields {
		// Fields named get, set or async are a syntax error in goja. This also lowers #private
		// members to WeakMaps, seven times slower, hence not the default.
		s["class-field"] = false
		s["class-static-field"] = false
	}
	return s
}

// loaders are the kinds of file that a worker may import besides esbuild's own: what the edge
// platform's bundler takes as text.
func loaders() map[string]api.Loader {
	return map[string]api.Loader{".txt": api.LoaderText, ".html": api.LoaderText, ".sql": api.LoaderText, ".md": api.LoaderText}
}

// settings are the options that every kind of bundle shares.
func (o Options) settings() api.BuildOptions {
	build := api.BuildOptions{
		AbsWorkingDir:  o.Root,
		Outdir:         o.Root,
		Bundle:         true,
		Write:          false,
		LogLevel:       api.LogLevelSilent,
		Target:         api.ESNext,
		Format:         api.FormatIIFE,
		Platform:       api.PlatformNeutral,
		MainFields:     []string{"module", "main"},
		Conditions:     []string{"workerd", "worker"},
		Sourcemap:      api.SourceMapExternal,
		SourcesContent: api.SourcesContentExclude,
		LegalComments:  api.LegalCommentsNone,
		Supported:      supported(o.LowerClassFields),
		Loader:         loaders(),
		// Packages choose their production build by this; there is no `process` at run time.
		Define: map[string]string{"process.env.NODE_ENV": `"production"`},
	}
	if o.Tsconfig != "" {
		build.Tsconfig = o.Tsconfig
	} else {
		build.TsconfigRaw = `{"compilerOptions":` + ourCompilerOptions + `}`
	}
	if len(o.Unavailable) > 0 {
		build.Plugins = append(build.Plugins, unavailablePlugin(o.Root, o.Unavailable))
	}
	return build
}

// UnavailableMark is the symbol key on the error that importing an unavailable file throws; its
// value is the file.
const UnavailableMark = "svc.unavailable"

// unavailablePlugin replaces files that cannot be read by ones that throw. They are CommonJS, so
// that importing any name from them is no error of its own.
func unavailablePlugin(root string, files []string) api.Plugin {
	gone := map[string]string{}
	for _, file := range files {
		gone[filepath.Join(root, filepath.FromSlash(file))] = file
	}
	return api.Plugin{Name: "svc-unavailable", Setup: func(build api.PluginBuild) {
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "file"}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			file, found := gone[args.Path]
			if !found {
				return api.OnLoadResult{}, nil
			}
			source := "module.exports = {};\nthrow Object.assign(new Error(" + quote(file+" cannot be loaded") +
				"), { [Symbol.for(" + quote(UnavailableMark) + ")]: " + quote(file) + " });\n"
			return api.OnLoadResult{Contents: &source, Loader: api.LoaderJS}, nil
		})
	}}
}
