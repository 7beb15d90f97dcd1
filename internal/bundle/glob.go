package bundle

import (
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// globPluginName marks the error about an import with a computed path.
const globPluginName = "svc-glob"

// maxClimb is the number of folders that a computed path can climb in globImports before it reaches a real folder.
const maxClimb = 200

// globImports returns the faults of imports and requires whose path is computed and starts with "./" or "../". esbuild
// would bundle all files that match the path, which the author does not see.
//
// Only esbuild can tell such a path: it folds constants and ignores types. Here it parses the source once more, if the
// text can contain one, in a folder that does not exist.
func globImports(path, text string) (faults []api.Message) {
	if !canImportGlob(text) {
		return nil
	}
	extension := filepath.Ext(path)
	kinds := map[string]api.Loader{
		".ts": api.LoaderTS, ".mts": api.LoaderTS, ".cts": api.LoaderTS, ".tsx": api.LoaderTSX, ".jsx": api.LoaderJSX,
	}
	loader, known := kinds[extension]
	if !known {
		loader = api.LoaderJS
	}
	const entry = "svc-glob-entry"
	result := api.Build(api.BuildOptions{
		Bundle: true, LogLevel: api.LogLevelSilent, TsconfigRaw: `{}`, AbsWorkingDir: string(filepath.Separator),
		Supported: map[string]bool{"top-level-await": true}, Format: api.FormatESModule,
		Stdin: &api.StdinOptions{
			Contents: text, Sourcefile: entry, Loader: loader,
			ResolveDir: string(filepath.Separator) + strings.Repeat("svc-no-folder"+string(filepath.Separator), maxClimb),
		},
		Plugins: []api.Plugin{{Name: globPluginName, Setup: func(build api.PluginBuild) {
			build.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
				return api.OnResolveResult{Path: args.Path, External: true}, nil
			})
			build.OnLoad(api.OnLoadOptions{Filter: ".*"}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
				source := ""
				return api.OnLoadResult{Contents: &source}, nil
			})
		}}},
	})
	for _, message := range result.Errors {
		if message.Location != nil && strings.HasPrefix(message.Text, "Could not resolve ") {
			at := *message.Location
			at.File = path
			faults = append(faults, api.Message{
				PluginName: globPluginName, Location: &at,
				Text: "cannot import a computed path: the bundle would contain every file that matches",
			})
		}
	}
	return faults
}

// canImportGlob reports whether a source can contain an import or require whose argument is not one string.
func canImportGlob(text string) bool {
	if !strings.Contains(text, "./") && !strings.Contains(text, `\`) {
		return false
	}
	// An identifier can be written with escapes.
	return strings.Contains(text, `\u`) || hasComputedCall(text, "import") || hasComputedCall(text, "require")
}

func hasComputedCall(text, name string) bool {
	for {
		_, rest, found := strings.Cut(text, name)
		if !found {
			return false
		}
		if text = rest; isPlainUse(rest, name == "import") {
			continue
		}
		return true
	}
}

// isPlainUse reports whether a name before this text is a static import, a call with one string, or another word.
func isPlainUse(rest string, isImport bool) bool {
	rest = strings.TrimLeft(rest, " ")
	if rest == "" {
		return true
	}
	switch c := rest[0]; {
	case c == '(':
		return isString(strings.TrimLeft(rest[1:], " \n"))
	case isImport:
		// Only a comment or a call can continue a dynamic import.
		return c != '/' && c != '.' && c != '\n' && c != '\r' && c != '\t'
	}
	return rest[0] >= 'a' && rest[0] <= 'z' || rest[0] >= 'A' && rest[0] <= 'Z' || rest[0] == ';' || rest[0] == '_'
}

// isString reports whether a text starts with a whole argument that is a string literal.
func isString(text string) bool {
	if text == "" || text[0] != '"' && text[0] != '\'' {
		return false
	}
	literal, rest, closed := strings.Cut(text[1:], text[:1])
	rest = strings.TrimLeft(rest, " \n")
	return closed && !strings.ContainsAny(literal, "\\\n") && rest != "" && (rest[0] == ')' || rest[0] == ',')
}
