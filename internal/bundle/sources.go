// This file reads the user's files for esbuild and remembers what it read.

package bundle

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"
)

// Sources are the user's files as builds read them, packages aside. Builds that share one see the
// same text, even when the files change in between. It is safe for concurrent use.
type Sources struct {
	mu    sync.Mutex
	texts map[string]string // by path relative to the root, with forward slashes
}

// NewSources makes an empty one.
func NewSources() *Sources { return &Sources{texts: map[string]string{}} }

// Files lists what was read, sorted.
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

// Text is the text of a file that was read.
func (s *Sources) Text(file string) (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text, known := s.texts[file]
	return text, known
}

// Add puts the text of a file there as if it had been read.
func (s *Sources) Add(file, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.texts[file] = text
}

// read gives the text of a file, from memory when it was read before.
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

// UnavailableMark is the symbol key on the error that importing an unavailable file throws; its
// value is the file.
const UnavailableMark = "svc.unavailable"

// filesPlugin reads the user's files. Those that cannot be used are replaced by ones that throw;
// they are CommonJS, so that importing any name from them is no error of its own.
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
				return api.OnLoadResult{}, nil // esbuild says why it cannot be read
			}
			if fault := tooDeep(args.Path, text); fault != nil {
				return api.OnLoadResult{Errors: []api.Message{*fault}}, nil
			}
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderDefault, ResolveDir: filepath.Dir(args.Path)}, nil
		})
	}}
}

// packagesFolder holds installed packages.
const packagesFolder = "node_modules/"

// isText tells source code from what else may be imported, which esbuild reads by itself.
func isText(file string) bool {
	switch filepath.Ext(file) {
	case ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs":
		return true
	}
	return false
}

func throwing(file string) string {
	return "module.exports = {};\nthrow Object.assign(new Error(" + quote(file+" cannot be loaded") +
		"), { [Symbol.for(" + quote(UnavailableMark) + ")]: " + quote(file) + " });\n"
}
