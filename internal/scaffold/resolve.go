// This file finds where a path of a plan really leads.

package scaffold

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// resolve is the file that a path below dir names, symbolic links followed. It refuses what leads out
// of dir, what leads nowhere, and what is in the way of a file or a folder.
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
			return "", fmt.Errorf("%q is a file, and a folder is wanted there", name)
		case last && info.IsDir():
			return "", fmt.Errorf("%q is a folder, and a file is wanted there", name)
		}
	}
	return at, nil
}

// follow is where a symbolic link ends, which must be below root.
func follow(root, link, name string) (string, error) {
	real, err := filepath.EvalSymlinks(link)
	if err != nil {
		return "", fmt.Errorf("%q is a symbolic link that leads nowhere", name)
	}
	if inside, err := filepath.Rel(root, real); err != nil || !filepath.IsLocal(inside) {
		return "", fmt.Errorf("%q is a symbolic link that leads out of the folder, to %q", name, real)
	}
	return real, nil
}

// reason is what the system says about a path, without the path.
func reason(err error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}
