package projectfs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// WriteOutput replaces a file that a user named, by rename. No link in the workspace of the project leads it out of the
// workspace. Anywhere else the user's own links are followed, except one in place of the file that leads to another
// folder. A device or pipe of the user, such as /dev/stderr, is written to.
func WriteOutput(file string, text []byte, project string) error {
	if isStream(file, project) {
		return writeStream(file, text)
	}
	tree, target, err := openOutput(file, project)
	if err != nil {
		return err
	}
	defer func() { _ = tree.Close() }() // opened for reading only
	return tree.WriteFile(target, text)
}

// ReadNamed reads a file of at most limit bytes that a user named. Links are as for WriteOutput.
func ReadNamed(path, project string, limit int64) ([]byte, error) {
	if isStream(path, project) {
		file, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		return readAll(file, path, limit)
	}
	tree, target, err := openOutput(path, project)
	if err != nil {
		return nil, err
	}
	defer func() { _ = tree.Close() }() // opened for reading only
	file, err := OpenIn(tree.root, target)
	if err != nil {
		return nil, named(path, err)
	}
	return readAll(file, path, limit)
}

func openOutput(file, project string) (*Tree, string, error) {
	tree, name, err := OpenOutput(file, project)
	if err != nil {
		return nil, "", err
	}
	target, err := tree.Target(name)
	if err != nil {
		return nil, "", errors.Join(err, tree.Close())
	}
	return tree, target, nil
}

// OpenOutput opens the tree for an output: the project's workspace if it contains the output, else the output's parent.
// It returns the name of the output in the tree.
func OpenOutput(path, project string) (*Tree, string, error) {
	dir, name := enclosing(path, project)
	if dir == "" {
		dir, name = filepath.Dir(path), filepath.Base(path)
	}
	tree, err := OpenTree(dir)
	return tree, filepath.ToSlash(name), err
}

// enclosing returns the project's workspace if it contains a path, and the path in it. It resolves the user's own
// links, which are outside.
func enclosing(path, project string) (workspace, name string) {
	real, err := filepath.EvalSymlinks(project)
	if err != nil || project == "" {
		return "", ""
	}
	if workspace = findWorkspace(real); workspace == filepath.Dir(workspace) {
		return "", "" // the root of the file system
	}
	var ancestors []string
	for at := filepath.Dir(path); at != filepath.Dir(at); at = filepath.Dir(at) {
		ancestors = append(ancestors, at)
	}
	for _, at := range slices.Backward(ancestors) {
		if real, err = filepath.EvalSymlinks(at); err != nil {
			return "", "" // a missing folder
		}
		if within(workspace, real) {
			inside, _ := filepath.Rel(workspace, real) // both are absolute, on one volume
			rest, _ := filepath.Rel(at, path)
			return workspace, filepath.Join(inside, rest)
		}
	}
	return "", ""
}

// isStream reports whether a path outside of the project is a device or a pipe.
func isStream(path, project string) bool {
	if workspace, _ := enclosing(path, project); workspace != "" {
		return false
	}
	info, err := os.Lstat(path)
	return isSystem(path) && !within("/dev/shm", path) ||
		err == nil && info.Mode()&(fs.ModeDevice|fs.ModeNamedPipe|fs.ModeSocket) != 0
}

func writeStream(path string, text []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	return errors.Join(err, file.Close())
}
