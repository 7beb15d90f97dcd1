package projectfs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Tree is a folder in which svc writes what a user asked for: sources, builds and reports. Links in it are followed if
// they stay inside and lead to no protected file. Close a Tree at the end.
type Tree struct {
	root *os.Root
	dir  string // the real path of root
	// prefix is the tree's folder below dir: "." if the folder exists.
	prefix string
}

// OpenTree opens a folder, which does not have to exist.
func OpenTree(dir string) (*Tree, error) {
	at, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	prefix := "."
	real, err := filepath.EvalSymlinks(at)
	for errors.Is(err, fs.ErrNotExist) && at != filepath.Dir(at) {
		prefix = path.Join(filepath.Base(at), prefix)
		at = filepath.Dir(at)
		real, err = filepath.EvalSymlinks(at)
	}
	if err != nil {
		return nil, err
	}
	info, err := os.Lstat(real)
	if err == nil && !info.IsDir() {
		err = notFolder(dir, info)
	}
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(real)
	return &Tree{root, real, prefix}, err
}

// Exists reports whether a folder contains a name, which is not followed if it is a link.
func Exists(dir, name string) bool { return exists(filepath.Join(dir, name)) }

// Close releases the folder.
func (t *Tree) Close() error { return t.root.Close() }

// Root returns the border of the tree, which the names of Target are relative to.
func (t *Tree) Root() *os.Root { return t.root }

// Target returns where a file of the tree is, or would be, relative to Root. The name has forward slashes.
func (t *Tree) Target(name string) (string, error) { return t.target(name, false) }

// FolderTarget is Target for a folder.
func (t *Tree) FolderTarget(name string) (string, error) { return t.target(name, true) }

func (t *Tree) target(name string, folder bool) (string, error) {
	at, name := t.prefix, path.Clean(name)
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return "", &Error{Path: name, Kind: ErrOutside, Reason: "it is outside the folder"}
	}
	parts := strings.Split(name, "/")
	for i, part := range parts {
		at = path.Join(at, part)
		shown := path.Join(parts[:i+1]...)
		info, err := t.root.Lstat(filepath.FromSlash(at))
		if errors.Is(err, fs.ErrNotExist) {
			return path.Join(at, path.Join(parts[i+1:]...)), nil
		}
		if err == nil && info.Mode()&fs.ModeSymlink != 0 {
			at, info, err = t.follow(at, shown)
		}
		switch wantFolder := folder || i < len(parts)-1; {
		case err != nil:
			return "", named(shown, err)
		case wantFolder && !info.IsDir():
			return "", notFolder(shown, info)
		case !wantFolder && !info.Mode().IsRegular():
			return "", notRegular(shown, info)
		}
	}
	return at, nil
}

// follow returns what a link leads to, relative to Root.
func (t *Tree) follow(link, shown string) (string, fs.FileInfo, error) {
	real, err := filepath.EvalSymlinks(filepath.Join(t.dir, filepath.FromSlash(link)))
	if err != nil {
		return "", nil, &Error{Path: shown, Kind: ErrOutside, Reason: "it is a broken symbolic link"}
	}
	inside, err := filepath.Rel(t.dir, real)
	if err != nil || !filepath.IsLocal(inside) {
		return "", nil, &Error{
			Path: shown, Kind: ErrOutside, Reason: fmt.Sprintf("it is a symbolic link to %q, outside the folder", real),
		}
	}
	at := filepath.ToSlash(inside)
	if slices.ContainsFunc(strings.Split(at, "/"), isProtected) {
		return "", nil, &Error{
			Path: shown, Kind: ErrProtected, Reason: fmt.Sprintf("it is a symbolic link to %q, a private file", at),
		}
	}
	info, err := t.root.Lstat(inside)
	return at, info, err
}

// ReadFile reads a target of at most MaxFile bytes.
func (t *Tree) ReadFile(target string) ([]byte, error) {
	text, err := ReadIn(t.root, target)
	return text, named(target, err)
}

// WriteFile replaces a target by rename. It keeps the mode of the old file.
func (t *Tree) WriteFile(target string, text []byte) error {
	return named(target, replace(t.root, target, text, t.mode(target)))
}

// WritePrivate is WriteFile for a file that only the user may read. It creates the folder of the target.
func (t *Tree) WritePrivate(target string, text []byte) error {
	if err := t.root.MkdirAll(path.Dir(target), 0o700); err != nil {
		return named(target, err)
	}
	return named(target, replace(t.root, target, text, 0o600))
}

// Draft writes a draft of a target. The caller must close it.
func (t *Tree) Draft(target string, text []byte) (*Draft, error) {
	d, err := newDraft(t.root, target, text, t.mode(target))
	return d, named(target, err)
}

// Sweep removes the drafts in a folder that killed processes have left.
func (t *Tree) Sweep(folder string) error { return named(folder, sweep(t.root, folder)) }

// mode returns the mode of a target. Default: readable by everyone.
func (t *Tree) mode(target string) fs.FileMode {
	if info, err := t.root.Lstat(target); err == nil && info.Mode().IsRegular() {
		return info.Mode().Perm()
	}
	return 0o644
}
