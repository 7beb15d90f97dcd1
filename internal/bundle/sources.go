package bundle

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"
)

// Sources caches the user's files, without packages. Builds that share it see the same text, even if files change in
// between. It is safe for concurrent use.
type Sources struct {
	mu    sync.Mutex
	texts map[string]string // by path relative to the root, with forward slashes
}

// NewSources returns an empty cache.
func NewSources() *Sources { return &Sources{texts: map[string]string{}} }

// Files returns the paths of the files, sorted.
func (s *Sources) Files() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	files := make([]string, 0, len(s.texts))
	for file := range s.texts {
		files = append(files, file)
	}
	slices.Sort(files)
	return files
}

// Text returns the text of a file that was read.
func (s *Sources) Text(file string) (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text, known := s.texts[file]
	return text, known
}

// Add sets the text of a file.
func (s *Sources) Add(file, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.texts[file] = text
}

// read returns the text of a file, and reads it the first time.
func (s *Sources) read(file, path string) (string, error) {
	if text, known := s.Text(file); known {
		return text, nil
	}
	bytes, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	text := string(bytes)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.texts[file] = text
	return text, nil
}

// UnavailableMark is the symbol key of the error that an import of an unavailable file throws. Its value is the file.
const UnavailableMark = "svc.unavailable"

// filesPlugin reads the user's files. It replaces unavailable files by modules that throw. They are CommonJS, so that
// importing any name from them is not an error by itself.
func (o Options) filesPlugin() api.Plugin {
	return api.Plugin{Name: "svc-files", Setup: func(build api.PluginBuild) {
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "file"}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			file := relative(o.Root, args.Path)
			if strings.Contains(file, packagesFolder) {
				return api.OnLoadResult{}, nil
			}
			if slices.Contains(o.Unavailable, file) {
				source := throwing(file)
				return api.OnLoadResult{Contents: &source, Loader: api.LoaderJS}, nil
			}
			if o.Sources == nil || !isText(file) {
				return api.OnLoadResult{}, nil
			}
			text, err := o.Sources.read(file, args.Path)
			if err != nil {
				return api.OnLoadResult{}, nil // esbuild reports the error
			}
			if fault := tooDeep(args.Path, text); fault != nil {
				return api.OnLoadResult{Errors: []api.Message{*fault}}, nil
			}
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderDefault, ResolveDir: filepath.Dir(args.Path)}, nil
		})
	}}
}

// packagesFolder contains installed packages.
const packagesFolder = "node_modules/"

// isText reports whether a file is source code. esbuild reads other files itself.
func isText(file string) bool {
	switch filepath.Ext(file) {
	case ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs":
		return true
	}
	return false
}

func throwing(file string) string {
	return "module.exports = {};\nthrow Object.assign(new Error(" + quote("cannot load "+file) +
		"), { [Symbol.for(" + quote(UnavailableMark) + ")]: " + quote(file) + " });\n"
}
