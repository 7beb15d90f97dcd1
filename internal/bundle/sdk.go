// This file decides which copy of @svc/sdk a build gets, and serves it to every import.

package bundle

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"
)

// sdkName is the package that declarations are written with.
const sdkName = "@svc/sdk"

// SDK is one copy of the SDK: the one embedded in the tool, or one installed in a project.
type SDK struct {
	Version string
	// Dir is the folder of an installed copy, absolute; "" for the embedded one.
	Dir string
	// files is the package's folder; entries maps an exported sub-path (".", "./ui") to its file.
	files   fs.FS
	entries map[string]string
	// module reads the module behind "@svc/sdk", once.
	module func() *sdkModule
}

// EmbeddedSDK reads the copy in the binary: a tree with package.json and dist.
func EmbeddedSDK(files fs.FS) (*SDK, error) { return readSDK(files, "") }

// InstalledSDK finds the copy that a project has installed in its own node_modules or in one above.
func InstalledSDK(root string) (*SDK, bool, error) {
	for dir := root; ; dir = filepath.Dir(dir) {
		pkg := filepath.Join(dir, "node_modules", filepath.FromSlash(sdkName))
		if _, err := os.Stat(filepath.Join(pkg, "package.json")); err == nil {
			if real, err := filepath.EvalSymlinks(pkg); err == nil {
				pkg = real
			}
			sdk, err := readSDK(os.DirFS(pkg), pkg)
			if err != nil {
				return nil, true, fmt.Errorf("the @svc/sdk installed in %s cannot be used: %w", pkg, err)
			}
			return sdk, true, nil
		}
		if dir == filepath.Dir(dir) {
			return nil, false, nil
		}
	}
}

func readSDK(files fs.FS, dir string) (*SDK, error) {
	text, err := fs.ReadFile(files, "package.json")
	if err != nil {
		return nil, err
	}
	var pkg struct {
		Version string                     `json:"version"`
		Exports map[string]json.RawMessage `json:"exports"`
	}
	if err := json.Unmarshal(text, &pkg); err != nil {
		return nil, fmt.Errorf("package.json: %w", err)
	}
	sdk := &SDK{Version: pkg.Version, Dir: dir, files: files, entries: map[string]string{}}
	for name, raw := range pkg.Exports {
		var target struct {
			Default string `json:"default"`
		}
		if json.Unmarshal(raw, &target) == nil && target.Default != "" {
			sdk.entries[name] = path.Clean(target.Default)
		}
	}
	if sdk.entries["."] == "" {
		return nil, errors.New(`package.json exports no "."`)
	}
	sdk.module = sync.OnceValue(sdk.readModule)
	return sdk, nil
}

// File is a file of the package, such as "dist/host/app.js".
func (s *SDK) File(name string) ([]byte, error) { return fs.ReadFile(s.files, name) }

// Runtime is the file behind "@svc/sdk/runtime".
func (s *SDK) Runtime() ([]byte, error) { return s.File(s.entries["./runtime"]) }

// SDKGlobal is the global that the SDK's script defines: the exports of "@svc/sdk".
const SDKGlobal = "__svc_sdk"

const (
	sdkStubNamespace = "svc-sdk-stub" // what stands for @svc/sdk in an evaluation
	sdkFileNamespace = "svc-sdk"      // files of the copy in use
)

// Script is the SDK by itself, for evaluation: it defines SDKGlobal. One script serves all shards,
// and the engine tells the SDK's frames from the user's by it.
func (s *SDK) Script() ([]byte, []Fault) {
	if module := s.module(); module != nil {
		return module.script(), nil
	}
	build := s.settings(api.FormatIIFE)
	build.GlobalName = SDKGlobal
	result := api.Build(build)
	if len(result.Errors) > 0 {
		return nil, faults(s.workDir(), result.Errors)
	}
	return pickOutputs(result.OutputFiles, 1)[0].Code, nil
}

// Names lists what "@svc/sdk" exports; nil when it cannot be read.
func (s *SDK) Names() []string {
	names, err := s.exportNames()
	if err != nil {
		return nil // the build says why
	}
	return names
}

// SubPaths lists what may be imported: "@svc/sdk", "@svc/sdk/ui", …, sorted.
func (s *SDK) SubPaths() []string {
	var paths []string
	for name := range s.entries {
		paths = append(paths, path.Join(sdkName, name))
	}
	slices.Sort(paths)
	return paths
}

// exportNames lists what "@svc/sdk" exports.
func (s *SDK) exportNames() ([]string, error) {
	if module := s.module(); module != nil {
		return module.names(), nil
	}
	build := s.settings(api.FormatESModule)
	build.Metafile = true
	result := api.Build(build)
	if len(result.Errors) > 0 {
		return nil, errors.New(result.Errors[0].Text)
	}
	var meta struct {
		Outputs map[string]struct {
			Exports []string `json:"exports"`
		} `json:"outputs"`
	}
	if err := json.Unmarshal([]byte(result.Metafile), &meta); err != nil {
		return nil, err
	}
	for _, output := range meta.Outputs {
		return output.Exports, nil
	}
	return nil, errors.New("the bundler made no output")
}

// settings bundle the SDK alone.
func (s *SDK) settings(format api.Format) api.BuildOptions {
	build := Options{Root: s.workDir()}.settings()
	build.Format = format
	build.Sourcemap = api.SourceMapNone
	build.EntryPointsAdvanced = []api.EntryPoint{{InputPath: sdkName, OutputPath: entryName(0)}}
	build.Plugins = append(build.Plugins, s.filesPlugin())
	return build
}

// workDir is a folder to stand in; the embedded copy has none of its own.
func (s *SDK) workDir() string {
	if s.Dir != "" {
		return s.Dir
	}
	return string(filepath.Separator)
}

// evaluationPlugin gives "@svc/sdk" to every import as a module that hands out SDKGlobal, with its
// true names, so that a misspelt import is an error at its place. Sub-paths are bundled in.
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

func stubSource(names []string) string {
	var b strings.Builder
	for _, name := range names {
		fmt.Fprintf(&b, "export const %s = globalThis.%s.%s;\n", name, SDKGlobal, name)
	}
	return b.String()
}

// filesPlugin resolves "@svc/sdk" and its sub-paths to the files of this copy, whoever imports them.
func (s *SDK) filesPlugin() api.Plugin {
	return api.Plugin{Name: sdkFileNamespace, Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^@svc/sdk(/|$)"}, func(
			args api.OnResolveArgs,
		) (api.OnResolveResult, error) {
			file, found := s.entries["."+strings.TrimPrefix(args.Path, sdkName)]
			if !found {
				return api.OnResolveResult{}, nil // esbuild says that it cannot resolve it
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
