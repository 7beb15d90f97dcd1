package bundle

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/appsvc/svc/internal/lazyregexp"
)

// packageName returns the package of an import: "react" for "react/jsx-runtime", "@scope/name" for
// "@scope/name/part". It returns a URL unchanged.
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

// isSDK reports whether an import is the SDK or a part of it.
func isSDK(path string) bool { return path == sdkName || strings.HasPrefix(path, sdkName+"/") }

const stylesPluginName = "svc-card-styles"

// refuseStyles rejects imports of style sheets, which the CRM does not support.
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

// bareImport matches imports of a package or of an alias in the user's `paths`.
var bareImport = lazyregexp.New(`^[^./#]`)

// cardPackages keeps imports of packages. An import that resolves to a file of the project is an alias and is inlined,
// but not type declarations for a package that is not installed (.svc/types).
func cardPackages() api.Plugin {
	type resolving struct{}
	return api.Plugin{Name: "svc-card-packages", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: bareImport().String()}, func(
			args api.OnResolveArgs,
		) (api.OnResolveResult, error) {
			_, again := args.PluginData.(resolving)
			if again || args.Kind == api.ResolveEntryPoint || args.Namespace != "file" && args.Namespace != sdkFileNamespace ||
				isSDK(args.Path) {
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
					"a card cannot require(%q), since it is an ES module in a browser: use import", args.Path,
				)
			}
			return api.OnResolveResult{Path: args.Path, External: true}, nil
		})
	}}
}

// isLocalSource reports whether a file is user code, not of a package or a declaration file.
func isLocalSource(file string) bool {
	file = filepath.ToSlash(file)
	return !strings.Contains(file, "/node_modules/") && !strings.HasSuffix(file, ".d.ts") && !strings.HasSuffix(
		file, ".d.mts",
	)
}
