package bundle

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"sync"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/appsvc/svc/internal/projectfs"
)

// sdkName is the package that users import.
const sdkName = "@svc/sdk"

// SDK is one copy of the SDK: the embedded one or one installed in a project.
type SDK struct {
	Version string
	// Dir is the folder of an installed copy, absolute; "" for the embedded one.
	Dir string
	// files is the package's folder. entries maps an exported sub-path (".", "./ui") to its file.
	files   fs.FS
	entries map[string]string
	// module returns the parsed module of "@svc/sdk", or nil.
	module func() *sdkModule
}

// EmbeddedSDK reads the copy in the binary: files has package.json and dist.
func EmbeddedSDK(files fs.FS) (*SDK, error) { return readSDK(files, "") }

// InstalledSDK finds the copy in node_modules of a project's folder or of a folder above, up to the workspace's.
func InstalledSDK(files *projectfs.Root) (*SDK, bool, error) {
	for dir := files.Dir(); ; dir = filepath.Dir(dir) {
		pkg := filepath.Join(dir, "node_modules", filepath.FromSlash(sdkName))
		if _, err := files.Stat(filepath.Join(pkg, "package.json")); err == nil || !isMissing(err) {
			sdk, err := readSDK(files.Package(pkg), pkg)
			if err != nil {
				return nil, true, fmt.Errorf("cannot use the @svc/sdk installed in %s: %w", pkg, err)
			}
			return sdk, true, nil
		}
		if dir == files.Workspace() {
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

// Main returns the path of the module of "@svc/sdk" relative to a folder, "" for the embedded copy.
func (s *SDK) Main(root string) string {
	if s.Dir == "" {
		return ""
	}
	return relative(root, filepath.Join(s.Dir, filepath.FromSlash(s.entries["."])))
}

// AsPublished reports whether the module of "@svc/sdk" has the form in which it is published.
func (s *SDK) AsPublished() bool { return s.module() != nil }

// File returns a file of the package, such as "dist/host/app.js".
func (s *SDK) File(name string) ([]byte, error) { return fs.ReadFile(s.files, name) }

// Same reports whether two copies have the same module of "@svc/sdk", in the form in which it is published.
func (s *SDK) Same(other *SDK) bool {
	a, b := s.module(), other.module()
	return a != nil && b != nil && bytes.Equal(a.body, b.body) && slices.Equal(a.exports, b.exports)
}

// SameRuntime reports whether two copies have the same runtime.
func (s *SDK) SameRuntime(other *SDK) bool {
	own, ownErr := s.Runtime()
	theirs, err := other.Runtime()
	return errors.Join(ownErr, err) == nil && reflect.DeepEqual(own, theirs)
}

// SDKGlobal is the global that the SDK's script defines: the exports of "@svc/sdk".
const SDKGlobal = "__svc_sdk"

// LeftOut is the global function of an evaluation that a function without its body calls: see sdkscript.Declaring.
const LeftOut = "%body"

// ParseSchedule is the global function of an evaluation that parses schedules: see sdkscript.InstallSchedules.
const ParseSchedule = "%schedule"

// Script returns the SDK for evaluation, as a script that defines SDKGlobal. All shards share it. Since it is a
// separate script, the evaluation recognizes the SDK's stack frames.
func (s *SDK) Script() ([]byte, []Fault) {
	if module := s.module(); module != nil {
		return module.script(), nil
	}
	build := s.settings(api.FormatIIFE)
	build.GlobalName = SDKGlobal
	result := api.Build(build)
	if len(result.Errors) > 0 {
		return nil, faults(workDir, result.Errors)
	}
	return pickOutputs(result.OutputFiles, 1)[0].Code, nil
}

// Names returns the exports of "@svc/sdk", nil if it cannot be read.
func (s *SDK) Names() []string {
	names, err := s.exportNames()
	if err != nil {
		return nil // the build reports the error
	}
	return names
}

// SubPaths returns what may be imported: "@svc/sdk", "@svc/sdk/ui", …, sorted.
func (s *SDK) SubPaths() []string {
	var paths []string
	for name := range s.entries {
		paths = append(paths, path.Join(sdkName, name))
	}
	slices.Sort(paths)
	return paths
}

// exportNames returns the exports of "@svc/sdk".
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
	return nil, errors.New("the bundler returned no output")
}
