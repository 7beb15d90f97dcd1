package bundle

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"

	"github.com/appsvc/svc/internal/bundle/packagejson"
	"github.com/appsvc/svc/internal/projectfs"
)

// guard checks the files that esbuild's resolver opens by itself: package.json and the manifest of Yarn Plug'n'Play of
// every folder that it visits. esbuild would wait for a pipe, read a device until the memory is full, and quote a file
// that a link leads to.
//
// It visits at least the folders that esbuild visits, and does not decide what an import resolves to. What it resolves
// to is judged when the file is loaded.
type guard struct {
	files *projectfs.Root

	mu       sync.Mutex
	folders  map[string]error // by path; the first error of a folder or one above
	packages map[string]*packagejson.File
	seen     map[string]error // by path of a file, and by folder and package
}

func newGuard(files *projectfs.Root) *guard {
	return &guard{
		files: files, folders: map[string]error{}, packages: map[string]*packagejson.File{}, seen: map[string]error{},
	}
}

func tooLong(path string) error {
	return &projectfs.Error{
		Path: path[:maxShownImport], Kind: projectfs.ErrTooLarge,
		Reason: fmt.Sprintf("its path has more than %d bytes", packagejson.MaxPath),
	}
}

// check returns why an import in a folder cannot be resolved safely.
func (g *guard) check(config *Tsconfig, dir, path string) error {
	switch {
	case len(path) > packagejson.MaxPath:
		return tooLong(path)
	case strings.ContainsRune(path, 0):
		return errors.New("its path contains a NUL character")
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if err := g.folder(dir); err != nil {
		return err
	}
	paths := []string{path}
	if at := strings.IndexAny(path, "?#"); at > 0 {
		paths = append(paths, path[:at])
	}
	for _, path := range paths {
		for _, alias := range config.targets(path) {
			if err := g.file(alias); err != nil {
				return err
			}
		}
		if err := g.target(dir, path); err != nil {
			return err
		}
	}
	return nil
}

// target checks what a path in a folder can mean: a file, an entry of `imports`, or a package.
func (g *guard) target(dir, path string) error {
	switch {
	case filepath.IsAbs(path):
		return g.file(filepath.Clean(path))
	case isRelative(path):
		return g.file(filepath.Join(dir, filepath.FromSlash(path)))
	}
	return g.bare(dir, path)
}

func isRelative(path string) bool {
	return path == "." || path == ".." || strings.HasPrefix(path, "./") || strings.HasPrefix(path, "../")
}

// bare checks the folders of a package, in node_modules of a folder and of those above, and what `imports` maps to.
func (g *guard) bare(dir, path string) error {
	key := dir + "\x00" + path
	if err, known := g.seen[key]; known {
		return err
	}
	g.seen[key] = nil // a package may lead back to itself
	err := g.above(dir, func(at string) error {
		if strings.HasPrefix(path, "#") {
			return g.entries(at, "imports", path)
		}
		name := packageName(path)
		folder := filepath.Join(at, "node_modules", filepath.FromSlash(name))
		if err := g.folder(folder); err != nil || g.packages[folder] == nil && !g.isFolder(folder) {
			return err
		}
		if err := g.entries(folder, "exports", "."+strings.TrimPrefix(path, name)); err != nil {
			return err
		}
		return g.file(filepath.Join(at, "node_modules", filepath.FromSlash(path)))
	})
	g.seen[key] = err
	return err
}

// above calls do for a folder and each one above, up to the workspace's.
func (g *guard) above(dir string, do func(string) error) error {
	for at := dir; g.inside(at); at = filepath.Dir(at) {
		if err := do(at); err != nil {
			return err
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	return nil
}

func (g *guard) inside(path string) bool {
	rel, err := filepath.Rel(g.files.Workspace(), path)
	return err == nil && (rel == "." || filepath.IsLocal(rel))
}

func (g *guard) isFolder(path string) bool {
	info, err := g.files.Stat(path)
	return err == nil && info.IsDir()
}

// file checks the folder of a file, and the path itself, which can be a folder.
func (g *guard) file(path string) error {
	if err, known := g.seen[path]; known {
		return err
	}
	if len(path) > packagejson.MaxPath {
		return tooLong(path)
	}
	err := g.folder(filepath.Dir(path))
	g.files.Expect(path)
	if err == nil {
		// esbuild tries to list what it does not find. What is refused is found, and is refused again when it is loaded.
		info, missing := g.files.Stat(path)
		switch isCircle := errors.Is(missing, projectfs.ErrNotRegular); {
		case missing == nil && info.IsDir(), missing != nil && isMissing(missing), isCircle:
			err = g.folder(path)
		}
	}
	g.seen[path] = err
	return err
}

// folder checks a folder and those above. One outside the workspace is not the project's to change.
func (g *guard) folder(dir string) error {
	if err, known := g.folders[dir]; known {
		return err
	}
	if !g.inside(dir) {
		return nil
	}
	g.folders[dir] = nil // its package.json may lead back to it
	var err error
	if parent := filepath.Dir(dir); parent != dir {
		err = g.folder(parent)
	}
	if err == nil {
		if err = g.files.Lists(dir); err != nil {
			err = &projectfs.Error{Path: relative(g.files.Dir(), dir), Kind: err, Reason: projectfs.Reason(err)}
		}
	}
	if err == nil && g.isFolder(dir) {
		err = g.manifests(dir)
	}
	g.folders[dir] = err
	return err
}

// manifests checks the files of a folder that esbuild reads.
func (g *guard) manifests(dir string) error {
	for _, name := range []string{".pnp.data.json", ".pnp.cjs", ".pnp.js"} {
		if _, err := g.manifest(dir, name); err != nil {
			return err
		}
	}
	text, err := g.manifest(dir, "package.json")
	if text == nil || err != nil {
		return err
	}
	manifest := &packagejson.File{}
	if json.Unmarshal(text, manifest) != nil {
		return nil // esbuild reports it at its position
	}
	g.packages[dir] = manifest
	return g.fields(dir, manifest)
}

// manifest reads a file. It returns nil if there is none.
func (g *guard) manifest(dir, name string) ([]byte, error) {
	path := filepath.Join(dir, name)
	text, err := g.files.ReadImport(path)
	shown := relative(g.files.Dir(), path)
	switch {
	case err == nil && nestsTooDeep(text):
		return nil, &projectfs.Error{
			Path: shown, Kind: projectfs.ErrTooLarge, Reason: fmt.Sprintf("brackets nest more than %d deep", maxNesting),
		}
	case err == nil && packagejson.RepeatsKeys(text):
		return nil, &projectfs.Error{
			Path: shown, Kind: projectfs.ErrTooLarge,
			Reason: fmt.Sprintf("it repeats more than %d keys", packagejson.MaxDuplicates),
		}
	case err == nil:
		return text, nil
	case isMissing(err) && !errors.Is(err, fs.ErrPermission), errors.Is(err, projectfs.ErrOutside) && !g.isFolder(dir):
		return nil, nil // what is outside is not the project's
	}
	return nil, &projectfs.Error{Path: shown, Kind: err, Reason: projectfs.Reason(err)}
}

func isMissing(err error) bool {
	var refused *projectfs.Error
	return errors.Is(err, fs.ErrNotExist) || !errors.As(err, &refused)
}

// nestsTooDeep reports whether a parser could exhaust its stack.
func nestsTooDeep(text []byte) bool {
	depth := 0
	for _, c := range text {
		switch c {
		case '[', '{', '(':
			if depth++; depth > maxNesting {
				return true
			}
		case ']', '}', ')':
			depth = max(depth-1, 0)
		}
	}
	return false
}
