package bundle

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/evanw/esbuild/pkg/api"
)

// CardModule is a card's UI component with all local imports inlined.
type CardModule struct {
	File string // the entry point, relative to the root
	// Code is an ES module with JSX, not minified. It imports packages other than @svc/sdk.
	Code []byte
	// Packages are the names of the imported packages, sorted.
	Packages []string
}

// CardModules bundles entry points (relative to the root, which must exist), each separately and readable. The CRM
// platform's builder takes one module per card, since it rejects imports from outside its folder.
//
// Packages stay imports, whatever the user's `paths` map them to. Local files, JSON, text and the UI part of the SDK
// are inlined. A card that does not call extend gets a call with its default export. The caller defines the free names
// __SVC_BACKEND_URLS__, __SVC_CARD__ and __SVC_DEV_LOG__.
func CardModules(o Options, files []string, ui UI) ([]CardModule, []Fault) {
	build := o.settings()
	build.Format = api.FormatESModule
	build.Conditions, build.MainFields = nil, nil
	build.Supported = nil
	build.Sourcemap = api.SourceMapNone
	build.JSX = api.JSXPreserve
	build.Charset = api.CharsetUTF8
	build.Metafile = true
	build.Outdir = filepath.Join(o.Root, cardOutput)
	delete(build.Define, "process.env.NODE_ENV") // the platform's builder sets it
	build.Loader = cardLoaders(api.LoaderDataURL)
	build.Plugins = append(build.Plugins, cardPackages(), refuseStyles(), o.SDK.filesPlugin())
	build.EntryPointsAdvanced = cardEntries(files)
	result := api.Build(build)
	if len(result.Errors) > 0 {
		return nil, faults(o.Root, result.Errors)
	}
	var meta cardMetafile
	if err := json.Unmarshal([]byte(result.Metafile), &meta); err != nil {
		return nil, []Fault{{Kind: Tool, Text: err.Error()}}
	}
	modules := make([]CardModule, len(files))
	for i, file := range files {
		output := cardOutput + "/" + cardEntry(i) + ".js"
		modules[i] = withReact(ui.withExtend(CardModule{
			File: file, Code: meta.code(o.Root, output, result.OutputFiles), Packages: meta.Outputs[output].packages(),
		}))
	}
	return modules, nil
}

// cardOutput is the folder in the names of outputs. Nothing is written.
const cardOutput = "svc-cards"

// cardEntries names outputs by number, since esbuild names the output of a symbolic link by its target.
func cardEntries(files []string) []api.EntryPoint {
	entries := make([]api.EntryPoint, len(files))
	for i, file := range files {
		entries[i] = api.EntryPoint{InputPath: "./" + file, OutputPath: cardEntry(i)}
	}
	return entries
}

func cardEntry(i int) string { return "card-" + strconv.Itoa(i) }

// cardLoaders are the additional kinds of files that a card may import.
func cardLoaders(image api.Loader) map[string]api.Loader {
	kinds := loaders()
	for _, extension := range []string{".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp"} {
		kinds[extension] = image
	}
	return kinds
}

// cardMetafile is the part of esbuild's metafile that describes outputs.
type cardMetafile struct {
	Outputs map[string]cardOutputMeta `json:"outputs"`
}

type cardOutputMeta struct {
	Imports []struct {
		Path     string `json:"path"`
		External bool   `json:"external"`
	} `json:"imports"`
}

func (m cardMetafile) code(root, output string, files []api.OutputFile) []byte {
	for _, file := range files {
		if rel, err := filepath.Rel(root, file.Path); err == nil && filepath.ToSlash(rel) == output {
			return file.Contents
		}
	}
	return nil
}

// external reports whether the output imports a path that is not part of it.
func (o cardOutputMeta) external(path string) bool {
	for _, one := range o.Imports {
		if one.External && one.Path == path {
			return true
		}
	}
	return false
}

func (o cardOutputMeta) packages() []string {
	names := []string{}
	for _, one := range o.Imports {
		if one.External {
			names = append(names, packageName(one.Path))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
