package bundle

import "github.com/evanw/esbuild/pkg/api"

// Page returns the options that bundle a web page of the tool from an entry in dir: a script and a style sheet with the
// name of the entry.
func Page(dir, entry string) api.BuildOptions {
	return api.BuildOptions{
		AbsWorkingDir: dir, EntryPoints: []string{entry}, Outdir: "dist",
		Bundle: true, Format: api.FormatESModule, Platform: api.PlatformBrowser, Target: api.ES2022,
		JSX: api.JSXAutomatic, JSXImportSource: "preact", Charset: api.CharsetASCII, LegalComments: api.LegalCommentsNone,
		MinifySyntax: true, MinifyWhitespace: true, MinifyIdentifiers: true,
	}
}
