package bundle

import "github.com/evanw/esbuild/pkg/api"

// supported lists syntax that the engine lacks, so that esbuild lowers it. esbuild cannot lower top-level await, and
// reports its position.
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
		// A literal with flag d or v becomes `new RegExp`, so it fails only where it is used.
		"regexp-match-indices": false,
		"regexp-set-notation":  false,
	}
	if lowerClassFields {
		// Class fields named get, set or async are a syntax error in goja. Lowering them also lowers #private members
		// to WeakMaps, seven times slower, so it is not the default.
		s["class-field"] = false
		s["class-static-field"] = false
	}
	return s
}

// Lowering is the syntax that scripts for both goja and the edge avoid, as esbuild's Supported.
func Lowering() map[string]bool { return supported(false) }

// loaders are the additional kinds of files that a worker may import: those that the edge platform's bundler imports as
// text. A worker has no use for style sheets, which are not even parsed.
func loaders() map[string]api.Loader {
	return map[string]api.Loader{
		".txt": api.LoaderText, ".html": api.LoaderText, ".sql": api.LoaderText, ".md": api.LoaderText,
		".css": api.LoaderEmpty, ".module.css": api.LoaderEmpty,
	}
}

// settings are the options of every bundle.
func (o Options) settings() api.BuildOptions {
	build := api.BuildOptions{
		AbsWorkingDir: o.Root,
		Outdir:        o.Root,
		Bundle:        true,
		Write:         false,
		LogLevel:      api.LogLevelSilent,
		// Systems that distinguish the case do not find the file, and a bundle that has it from elsewhere hides that.
		LogOverride: map[string]api.LogLevel{differentCase: api.LogLevelError},
		Target:      api.ESNext,
		Format:      api.FormatIIFE,
		// The choice of the edge platform's bundler among the builds of a package.
		Platform:       api.PlatformBrowser,
		MainFields:     []string{"browser", "module", "main"},
		Conditions:     []string{"workerd", "worker", "browser"},
		Sourcemap:      api.SourceMapExternal,
		SourcesContent: api.SourcesContentExclude,
		LegalComments:  api.LegalCommentsNone,
		Supported:      supported(o.LowerClassFields),
		Loader:         loaders(),
		// Packages select their production build by this. `process` does not exist at run time.
		Define: map[string]string{"process.env.NODE_ENV": `"production"`},
	}
	build.TsconfigRaw = o.Tsconfig.raw()
	if o.Plain {
		build.Plugins = append(build.Plugins, o.plainPlugin())
	}
	if o.Sources != nil {
		build.Plugins = append(build.Plugins, o.borderPlugin())
	}
	return build
}
