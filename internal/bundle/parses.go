package bundle

import (
	"path"

	"github.com/evanw/esbuild/pkg/api"
)

// Parses reports whether a text is valid code of a source file with this name.
func Parses(name, text string) bool {
	loader := api.LoaderTS
	switch path.Ext(name) {
	case ".tsx":
		loader = api.LoaderTSX
	case ".js", ".mjs", ".cjs", ".jsx":
		loader = api.LoaderJSX
	}
	return len(api.Transform(text, api.TransformOptions{Loader: loader, LogLevel: api.LogLevelSilent}).Errors) == 0
}
