package projectfs

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// Inputs returns the files that were opened so far, sorted: relative to the project's folder, with forward slashes.
// They include those that were refused, because a change may make them readable. They leave out missing files and
// packages. A link is an input, and so is the file that it leads to.
func (r *Root) Inputs() []string {
	var files []string
	r.inputs.Range(func(path, _ any) bool {
		name, err := filepath.Rel(r.project, path.(string)) //nolint:forcetypeassert // only strings are stored
		if err == nil {
			files = append(files, filepath.ToSlash(name))
		}
		return true
	})
	slices.Sort(files)
	return files
}

// note adds a file to the inputs. err is why it has no real path.
func (r *Root) note(path, real string, err error) {
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	for _, one := range []string{path, real} {
		if within(r.workspace, one) && !strings.Contains(filepath.ToSlash(one), "/node_modules/") {
			r.inputs.Store(one, nil)
		}
	}
}
