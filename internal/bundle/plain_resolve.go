package bundle

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// extensions are those that an import may leave out, in the order of esbuild.
var extensions = []string{".tsx", ".ts", ".jsx", ".js", ".css", ".json"}

// rewritten are the extensions of the source code behind an extension of JavaScript.
var rewritten = map[string][]string{
	".js": {".ts", ".tsx"}, ".jsx": {".ts", ".tsx"}, ".mjs": {".mts"}, ".cjs": {".cts"},
}

// plainPlugin resolves every import without esbuild, which would read a broken package.json: paths lead to files, and
// packages to modules that throw as unavailable files do.
func (o Options) plainPlugin() api.Plugin {
	return api.Plugin{Name: borderPluginName, Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			isOwn := args.Kind == api.ResolveEntryPoint || strings.HasPrefix(args.Path, unavailablePrefix)
			if args.ResolveDir == "" || isOwn || o.SDK.serves(args.Path) {
				return api.OnResolveResult{}, nil // a plugin resolves it
			}
			if path := o.Sources.plainly(args.ResolveDir, args.Path); path != "" {
				return api.OnResolveResult{Path: path, Namespace: "file"}, nil
			}
			return api.OnResolveResult{Path: args.Path, Namespace: absentNamespace}, nil
		})
	}}
}

// plainly returns the file that a path in a folder leads to, "" if it is not the path of a file.
func (s *Sources) plainly(dir, path string) string {
	path = filepath.FromSlash(path)
	switch {
	case filepath.IsAbs(path):
	case isRelative(path):
		path = filepath.Join(dir, path)
	default:
		return ""
	}
	s.files.Expect(path)
	extension := filepath.Ext(path)
	candidates := []string{path}
	for _, source := range rewritten[extension] {
		candidates = append(candidates, strings.TrimSuffix(path, extension)+source)
	}
	for _, base := range []string{path, filepath.Join(path, "index")} {
		for _, added := range extensions {
			candidates = append(candidates, base+added)
		}
	}
	i := slices.IndexFunc(candidates, func(candidate string) bool {
		info, err := s.files.Stat(candidate)
		return err == nil && !info.IsDir()
	})
	if i < 0 {
		return ""
	}
	return candidates[i]
}
