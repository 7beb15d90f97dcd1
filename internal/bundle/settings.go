// This file holds the esbuild settings of every bundle that goja runs.

package bundle

import "github.com/evanw/esbuild/pkg/api"

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

// Lowering is what every script that goja and the edge both run is spared, as esbuild's Supported.
func Lowering() map[string]bool { return supported(false) }

// loaders are the kinds of file that a worker may import besides esbuild's own: what the edge
// platform's bundler takes as text.
func loaders() map[string]api.Loader {
	return map[string]api.Loader{
		".txt": api.LoaderText, ".html": api.LoaderText, ".sql": api.LoaderText, ".md": api.LoaderText,
	}
}

// settings are the options that every kind of bundle shares.
func (o Options) settings() api.BuildOptions {
	build := api.BuildOptions{
		AbsWorkingDir: o.Root,
		Outdir:        o.Root,
		Bundle:        true,
		Write:         false,
		LogLevel:      api.LogLevelSilent,
		Target:        api.ESNext,
		Format:        api.FormatIIFE,
		// As the edge platform's own bundler chooses among the builds of a package.
		Platform:       api.PlatformBrowser,
		MainFields:     []string{"browser", "module", "main"},
		Conditions:     []string{"workerd", "worker", "browser"},
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
	if o.Sources != nil || len(o.Unavailable) > 0 {
		build.Plugins = append(build.Plugins, o.filesPlugin())
	}
	return build
}
