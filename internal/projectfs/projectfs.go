// Package projectfs is the only way from the product to the files of a project.
//
// A project is hostile until it has been checked: its files may be links that lead out, pipes that never answer,
// devices, or larger than memory. A Root resolves a path first, judges it by where it leads (border.go), and then opens
// it through os.Root, which follows no link out even if the path changes in between. It reads regular files only, and
// limits their size and sum.
//
// Start at Open. Reads are in read.go, unsaved texts of editors in unsaved.go, the search for the workspace in
// workspace.go, errors in error.go.
package projectfs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
)

// Options configures Open.
type Options struct {
	// Untrusted makes the project's folder the only border, and ignores the workspace.
	Untrusted bool
	// Unsaved are texts that are read instead of those on disk, by path as for Path. It has no effect on files that do
	// not exist or that the border refuses.
	Unsaved map[string]string
}

// Root is the folder of a project with its workspace. It is safe for concurrent use.
type Root struct {
	project   string // real paths
	workspace string
	dir       *os.Root     // of project
	around    *os.Root     // of workspace; equal to dir if the two folders are one
	read      atomic.Int64 // the bytes of the files in counted
	counted   sync.Map     // absolute paths
	folders   sync.Map     // the real paths of folders, by absolute path
	opened    folderCache
	depends   dependencies
	unsaved   unsaved
}

// Open opens the project in a folder. Close the Root at the end.
func Open(dir string, o Options) (*Root, error) {
	r := &Root{}
	var err error
	if r.project, err = Real(dir); err != nil {
		return nil, err
	}
	if info, err := os.Stat(r.project); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is a file: expected the project's folder", r.project)
	}
	if r.dir, err = os.OpenRoot(r.project); err != nil {
		return nil, fmt.Errorf("cannot read the project's folder: %w", err)
	}
	r.workspace, r.around = r.project, r.dir
	if !o.Untrusted {
		r.workspace = findWorkspace(r.project)
		r.expectWorkspace()
	}
	if r.workspace != r.project {
		if r.around, err = os.OpenRoot(r.workspace); err != nil {
			return nil, errors.Join(fmt.Errorf("cannot read the workspace's folder: %w", err), r.dir.Close())
		}
	}
	r.keep(o.Unsaved)
	return r, nil
}

// Real returns the real path of the project's folder.
func Real(dir string) (string, error) {
	real, err := filepath.Abs(dir)
	if err == nil {
		real, err = filepath.EvalSymlinks(real)
	}
	if err != nil {
		return "", fmt.Errorf("cannot read the project's folder: %w", err)
	}
	return real, nil
}

// Close releases the folders.
func (r *Root) Close() error {
	err := errors.Join(r.opened.close(), r.dir.Close())
	if r.around != r.dir {
		err = errors.Join(err, r.around.Close())
	}
	return err
}

// Dir returns the real path of the project's folder.
func (r *Root) Dir() string { return r.project }

// Workspace returns the real path of the workspace's folder, which contains the project's or is the same.
func (r *Root) Workspace() string { return r.workspace }

// Path returns the absolute path of a name: a path with slashes, relative to the project's folder, or absolute.
func (r *Root) Path(name string) string {
	path := filepath.FromSlash(name)
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(r.project, path)
}
