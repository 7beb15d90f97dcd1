package projectfs

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"syscall"
)

// The files that make a folder a workspace, the second one with a member workspaces.
const (
	pnpmWorkspace = "pnpm-workspace.yaml"
	packageFile   = "package.json"
)

// maxWorkspaceDepth is how many folders above the project a new workspace is expected in. A project of a monorepo is in
// its second folder, such as apps/crm.
const maxWorkspaceDepth = 2

// expectWorkspace adds the files that change which folder is the workspace to the inputs. It leaves out folders that
// cannot be watched, and those of the user and of temporary files, where other programs write often.
func (r *Root) expectWorkspace() {
	home, _ := os.UserHomeDir() // without one, none is left out
	dir := r.project
	for range maxWorkspaceDepth {
		if dir = filepath.Dir(dir); dir == filepath.Dir(dir) || dir == home || dir == os.TempDir() || !canList(dir) {
			return
		}
		for _, name := range []string{pnpmWorkspace, packageFile} {
			r.depends.expected.Store(filepath.Join(dir, name), true)
		}
		if file := filepath.Join(dir, packageFile); exists(file) {
			r.depends.files.Store(file, true)
		}
		if isWorkspace(dir) {
			return // a folder above it does not count
		}
	}
}

func canList(dir string) bool {
	folder, err := os.Open(dir)
	return err == nil && folder.Close() == nil
}

// findWorkspace returns the nearest folder, from the project's upwards, that a package manager treats as a workspace.
// Without one it is the repository's root, and outside of a repository the project's folder. The root of the file
// system is neither.
func findWorkspace(project string) string {
	repository := project
	for dir := project; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if isWorkspace(dir) {
			return dir
		}
		if repository == project && exists(filepath.Join(dir, ".git")) {
			repository = dir
		}
	}
	return repository
}

// isWorkspace reports whether a folder is a workspace of pnpm, or of npm and Yarn.
func isWorkspace(dir string) bool {
	if exists(filepath.Join(dir, pnpmWorkspace)) {
		return true
	}
	var manifest struct {
		Workspaces json.RawMessage `json:"workspaces"`
	}
	text, err := ReadAbove(filepath.Join(dir, packageFile))
	return err == nil && json.Unmarshal(WithoutMark(text), &manifest) == nil && len(manifest.Workspaces) > 0 &&
		string(manifest.Workspaces) != "null"
}

// ReadAbove reads a file of a folder that contains the project, without a border to judge it by. It follows no link.
func ReadAbove(path string) ([]byte, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if err := readable(path, info); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // opened for reading only
	return io.ReadAll(io.LimitReader(file, MaxFile))
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
