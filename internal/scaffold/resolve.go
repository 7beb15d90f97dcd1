package scaffold

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// resolve returns the target of a path below dir, with symbolic links resolved. Links out of dir, broken links, folders
// instead of files and files instead of folders are errors.
func resolve(dir, path string) (string, error) {
	root, err := filepath.EvalSymlinks(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return filepath.Join(dir, filepath.FromSlash(path)), nil
	}
	if err != nil {
		return "", fmt.Errorf("cannot read %q: %w", dir, reason(err))
	}
	at := root
	parts := strings.Split(path, "/")
	for i, part := range parts {
		at = filepath.Join(at, part)
		name := strings.Join(parts[:i+1], "/")
		info, err := os.Lstat(at)
		if errors.Is(err, fs.ErrNotExist) {
			return filepath.Join(at, filepath.Join(parts[i+1:]...)), nil
		}
		if err == nil && info.Mode()&fs.ModeSymlink != 0 {
			if at, err = follow(root, at, name); err != nil {
				return "", err
			}
			info, err = os.Stat(at)
		}
		switch last := i == len(parts)-1; {
		case err != nil:
			return "", fmt.Errorf("cannot read %q: %w", name, reason(err))
		case !last && !info.IsDir():
			return "", fmt.Errorf("%q is a file: expected a folder", name)
		case last && info.IsDir():
			return "", fmt.Errorf("%q is a folder: expected a file", name)
		}
	}
	return at, nil
}

// follow returns the target of a symbolic link, which must be below root.
func follow(root, link, name string) (string, error) {
	target, err := filepath.EvalSymlinks(link)
	if err != nil {
		return "", fmt.Errorf("%q is a broken symbolic link", name)
	}
	if inside, err := filepath.Rel(root, target); err != nil || !filepath.IsLocal(inside) {
		return "", fmt.Errorf("%q is a symbolic link to %q, outside the folder", name, target)
	}
	return target, nil
}

// reason returns the system's error without the path.
func reason(err error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}
