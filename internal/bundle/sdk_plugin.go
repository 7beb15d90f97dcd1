package bundle

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

const (
	sdkStubNamespace = "svc-sdk-stub" // replaces @svc/sdk in an evaluation
	sdkFileNamespace = "svc-sdk"      // files of the copy in use
)

// settings are the options to bundle the SDK alone.
func (s *SDK) settings(format api.Format) api.BuildOptions {
	build := Options{Root: workDir}.settings()
	build.Format = format
	build.Sourcemap = api.SourceMapNone
	build.EntryPointsAdvanced = []api.EntryPoint{{InputPath: sdkName, OutputPath: entryName(0)}}
	build.Plugins = append(build.Plugins, s.filesPlugin())
	return build
}

// workDir is a folder for esbuild. The SDK's files are not in one, and esbuild must not read a package.json of the
// project to bundle them.
const workDir = string(filepath.Separator)

// evaluationPlugin replaces "@svc/sdk" with a module that re-exports SDKGlobal under the true names, so that a
// misspelled import is an error at its position. Sub-paths are bundled.
func (s *SDK) evaluationPlugin() api.Plugin {
	files := s.filesPlugin()
	return api.Plugin{Name: sdkStubNamespace, Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^@svc/sdk$"}, func(api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: sdkName, Namespace: sdkStubNamespace}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: sdkStubNamespace}, func(
			api.OnLoadArgs,
		) (api.OnLoadResult, error) {
			names, err := s.exportNames()
			if err != nil {
				return api.OnLoadResult{}, err
			}
			source := stubSource(names)
			return api.OnLoadResult{Contents: &source, Loader: api.LoaderJS}, nil
		})
		files.Setup(build)
	}}
}

// serves reports whether an import leads to the SDK.
func (s *SDK) serves(path string) bool {
	sub, isSDK := strings.CutPrefix(path, sdkName)
	return isSDK && s.entries["."+sub] != ""
}

func stubSource(names []string) string {
	var b strings.Builder
	for _, name := range names {
		if isConstant(name) { // others can be exported with a clause
			fmt.Fprintf(&b, "export const %s = globalThis.%s.%s;\n", name, SDKGlobal, name)
		}
	}
	return b.String()
}

// reserved are the words that cannot name a constant of a module.
const reserved = " arguments await break case catch class const continue debugger default delete do else enum eval " +
	"export extends false finally for function if implements import in instanceof interface let new null package " +
	"private protected public return static super switch this throw true try typeof var void while with yield "

// isConstant reports whether a name can be that of a constant: ASCII letters, digits, "_" and "$".
func isConstant(name string) bool {
	return name != "" && (name[0] < '0' || name[0] > '9') && !strings.Contains(reserved, " "+name+" ") &&
		!strings.ContainsFunc(name, func(r rune) bool {
			return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '$'
		})
}

// filesPlugin resolves "@svc/sdk" and its sub-paths to the files of this copy for every importer.
func (s *SDK) filesPlugin() api.Plugin {
	return api.Plugin{Name: sdkFileNamespace, Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^@svc/sdk(/|$)"}, func(
			args api.OnResolveArgs,
		) (api.OnResolveResult, error) {
			file, found := s.entries["."+strings.TrimPrefix(args.Path, sdkName)]
			if !found {
				return api.OnResolveResult{}, nil // esbuild reports that it cannot resolve it
			}
			return api.OnResolveResult{Path: file, Namespace: sdkFileNamespace, SideEffects: api.SideEffectsFalse}, nil
		})
		build.OnResolve(api.OnResolveOptions{Filter: `^\.`, Namespace: sdkFileNamespace}, func(
			args api.OnResolveArgs,
		) (api.OnResolveResult, error) {
			return api.OnResolveResult{
				Path: path.Join(path.Dir(args.Importer), args.Path), Namespace: sdkFileNamespace, SideEffects: api.SideEffectsFalse,
			}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: sdkFileNamespace}, func(
			args api.OnLoadArgs,
		) (api.OnLoadResult, error) {
			text, err := fs.ReadFile(s.files, args.Path)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			source := string(text)
			return api.OnLoadResult{Contents: &source, Loader: api.LoaderJS}, nil
		})
	}}
}
