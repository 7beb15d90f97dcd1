package projectfs

import (
	"io/fs"
	"path/filepath"
)

// FS returns the project's folder as a file system that the product names files of.
func (r *Root) FS() fs.FS { return files{r, r.project, byProduct} }

// Package returns a folder of the project or the workspace as a file system that the project names files of, such as
// an installed package.
func (r *Root) Package(dir string) fs.FS { return files{r, r.Path(dir), byProject} }

type files struct {
	root *Root
	dir  string
	from origin
}

// Open implements fs.FS.
func (f files) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	path := filepath.Join(f.dir, filepath.FromSlash(name))
	real, info, err := f.root.resolve(path, f.from)
	if err != nil {
		return nil, named(name, err)
	}
	if info.IsDir() {
		root, rel := f.root.holder(real)
		return root.Open(rel)
	}
	file, _, err := f.root.openFile(path, f.from)
	if err != nil {
		return nil, named(name, err)
	}
	return file, nil
}
