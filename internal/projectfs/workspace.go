package projectfs

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"syscall"
)

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
	if exists(filepath.Join(dir, "pnpm-workspace.yaml")) {
		return true
	}
	var manifest struct {
		Workspaces json.RawMessage `json:"workspaces"`
	}
	text, err := ReadAbove(filepath.Join(dir, "package.json"))
	return err == nil && json.Unmarshal(text, &manifest) == nil && len(manifest.Workspaces) > 0 &&
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
