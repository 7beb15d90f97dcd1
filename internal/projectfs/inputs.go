package projectfs

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Inputs are what a load depends on, sorted: paths relative to the project's folder, with forward slashes. They leave
// out packages.
type Inputs struct {
	// Files were opened. They include those that were refused, because a change may make them readable. A link is an
	// input, and so is the file that it leads to. nil means that they are unknown.
	Files []string
	// Expected are names that were looked for. If one appears or vanishes, also with an extension, or as a folder with an
	// index file, the result may change.
	Expected []string
	// Listed are patterns of the files that were looked for in a folder, such as "src/workers/*.ts".
	Listed []string
}

// And returns the inputs with those of another load of the project.
func (i Inputs) And(other Inputs) Inputs {
	return Inputs{
		Files: slices.Concat(i.Files, other.Files), Expected: slices.Concat(i.Expected, other.Expected),
		Listed: slices.Concat(i.Listed, other.Listed),
	}
}

// dependencies are what becomes Inputs: absolute paths, false for those of packages and outside of the workspace.
type dependencies struct{ files, expected, listed sync.Map }

// Inputs returns what was opened and looked for so far.
func (r *Root) Inputs() Inputs {
	return Inputs{
		Files: r.names(&r.depends.files), Expected: r.names(&r.depends.expected), Listed: r.names(&r.depends.listed),
	}
}

func (r *Root) names(paths *sync.Map) []string {
	names := []string{}
	paths.Range(func(path, isInput any) bool {
		name, err := filepath.Rel(r.project, path.(string)) //nolint:forcetypeassert // only strings are stored
		if err == nil && isInput == true {
			names = append(names, filepath.ToSlash(name))
		}
		return true
	})
	slices.Sort(names)
	return names
}

// Expect adds a name, as for Path, to those that are looked for.
func (r *Root) Expect(name string) {
	path := r.Path(name)
	if _, known := r.depends.expected.Load(path); known {
		return
	}
	r.depends.expected.Store(path, r.isInput(path))
	if real := r.realName(path); real != path {
		r.depends.expected.Store(real, r.isInput(real))
	}
}

// expectIn adds the files of a folder that have one of the extensions.
func (r *Root) expectIn(folder string, extensions []string) {
	for _, at := range []string{folder, r.realName(folder)} {
		for _, extension := range extensions {
			r.depends.listed.Store(filepath.Join(at, "*"+extension), r.isInput(at))
		}
	}
}

// note adds a file to the inputs. err is why it has no real path.
func (r *Root) note(path, real string, err error) {
	if errors.Is(err, fs.ErrNotExist) {
		r.Expect(path)
		return
	}
	for _, one := range []string{path, real} {
		r.depends.files.Store(one, r.isInput(one))
	}
}

// isInput reports whether a path is one of the workspace, and not of a package.
func (r *Root) isInput(path string) bool {
	return within(r.workspace, path) && !strings.Contains(filepath.ToSlash(path), "/node_modules/")
}

// realName returns where a path that may be missing leads: a package or a folder can be a link.
func (r *Root) realName(path string) string {
	if !within(r.workspace, path) {
		return path
	}
	rest := filepath.Base(path)
	for dir := filepath.Dir(path); within(r.workspace, dir); dir = filepath.Dir(dir) {
		known, found := r.folders.Load(dir)
		if !found {
			real, err := filepath.EvalSymlinks(dir)
			if err == nil {
				r.folders.Store(dir, real)
			}
			known, found = real, err == nil
		}
		if found {
			return filepath.Join(known.(string), rest) //nolint:forcetypeassert // only strings are stored
		}
		rest = filepath.Join(filepath.Base(dir), rest)
		if dir == filepath.Dir(dir) {
			break
		}
	}
	return path
}
