package projectfs

import "io/fs"

// FS returns the project's folder as a file system, with the border of ReadFile.
func (r *Root) FS() fs.FS { return files{r} }

type files struct{ root *Root }

// Open implements fs.FS.
func (f files) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	if info, err := f.root.Stat(name); err != nil {
		return nil, err
	} else if info.IsDir() {
		real, _, err := f.root.resolve(f.root.Path(name), byProduct)
		if err != nil {
			return nil, named(name, err)
		}
		root, rel := f.root.holder(real)
		return root.Open(rel)
	}
	file, _, err := f.root.openFile(f.root.Path(name), byProduct)
	if err != nil {
		return nil, named(name, err)
	}
	return file, nil
}
