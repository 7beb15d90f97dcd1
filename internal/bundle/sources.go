package bundle

import (
	"slices"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/appsvc/svc/internal/projectfs"
)

// Sources reads the files of a project and of its packages. It caches the user's source code, without packages. Builds
// that share it see the same text, even if files change in between. It is safe for concurrent use.
type Sources struct {
	files *projectfs.Root
	guard *guard
	mu    sync.Mutex
	texts map[string]source // by path relative to the root, with forward slashes
}

// source is the text of a file as esbuild takes it, and as it was read. The second saves a copy of all sources.
type source struct {
	text  string
	bytes []byte
}

// NewSources returns an empty cache.
func NewSources(files *projectfs.Root) *Sources {
	return &Sources{files: files, guard: newGuard(files), texts: map[string]source{}}
}

// Check returns why esbuild cannot run in a folder (relative to the root): a package.json there or above that cannot be
// read safely.
func (s *Sources) Check(folder string) error {
	s.guard.mu.Lock()
	defer s.guard.mu.Unlock()
	return s.guard.folder(s.files.Path(folder))
}

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
	one, known := s.texts[file]
	return one.text, known
}

// Bytes is Text for readers of bytes, who must not change them.
func (s *Sources) Bytes(file string) ([]byte, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	one, known := s.texts[file]
	return one.bytes, known
}

// subset returns the sources with only these files.
func (s *Sources) subset(files []string) *Sources {
	s.mu.Lock()
	defer s.mu.Unlock()
	part := &Sources{files: s.files, guard: s.guard, texts: map[string]source{}}
	for _, file := range files {
		if one, known := s.texts[file]; known {
			part.texts[file] = one
		}
	}
	return part
}

// Add sets the text of a file.
func (s *Sources) Add(file, text string) { s.add(file, source{text, []byte(text)}) }

func (s *Sources) add(file string, one source) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.texts[file] = one
}

// read returns the text of a file. It reads source code of the user only the first time.
func (s *Sources) read(file, path string) (string, error) {
	cached := projectfs.IsSource(file) && !strings.Contains(file, packagesFolder)
	if cached {
		if text, known := s.Text(file); known {
			return text, nil
		}
	}
	bytes, err := s.files.ReadImport(path)
	if err != nil {
		return "", err
	}
	text := string(bytes)
	if cached {
		s.add(file, source{text, bytes})
	}
	return text, nil
}

// UnavailableMark is the symbol key of the error that an import of an unavailable file throws. Its value is the file.
const UnavailableMark = "svc.unavailable"

// packagesFolder contains installed packages.
const packagesFolder = "node_modules/"

// Throws reports whether the bundle may contain modules that throw errors with UnavailableMark.
func (o Options) Throws() bool { return o.Plain || len(o.Unavailable) > 0 }

// absentNamespace contains modules that throw: those of unavailable files, and of imports that are not resolved. They
// are CommonJS, whose names esbuild does not know, also if the file is in a package of type "module".
const absentNamespace = "svc-absent"

// unavailablePrefix and the path of an unavailable file are the import of its module.
const unavailablePrefix = "svc-unavailable:"

func (o Options) absentModules(build api.PluginBuild) {
	build.OnResolve(api.OnResolveOptions{Filter: "^" + unavailablePrefix}, func(
		args api.OnResolveArgs,
	) (api.OnResolveResult, error) {
		path := strings.TrimPrefix(args.Path, unavailablePrefix)
		if !slices.Contains(o.Unavailable, path) {
			return api.OnResolveResult{}, nil // not from here: esbuild reports that it cannot resolve it
		}
		return api.OnResolveResult{Path: path, Namespace: absentNamespace}, nil
	})
	build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: absentNamespace}, func(
		args api.OnLoadArgs,
	) (api.OnLoadResult, error) {
		source := throwing(args.Path)
		return api.OnLoadResult{Contents: &source, Loader: api.LoaderJS}, nil
	})
}

func throwing(file string) string {
	return "module.exports = {};\nthrow Object.assign(new Error(" + quote("cannot load "+file) +
		"), { [Symbol.for(" + quote(UnavailableMark) + ")]: " + quote(file) + " });\n"
}
