// This file resolves the paths that users give.

package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Path is a user's path, relative to the working directory, made absolute.
func (e *Env) Path(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(e.Dir, path)
}

// Folder is the folder that a user names, absolute; it must exist and be readable.
func (e *Env) Folder(path string) (string, error) {
	if path == "" { // mostly a variable of a script that is not set
		return "", Usage("the folder is empty text", "name the folder that holds svc.config.ts, or leave it out for this one")
	}
	dir := e.Path(path)
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", &Error{Code: ExitUsage, What: fmt.Sprintf("there is no folder %q", path), Fix: "name the folder that holds svc.config.ts", Err: err}
	case err == nil && !info.IsDir():
		return "", Usage(fmt.Sprintf("%q is a file", path), fmt.Sprintf("name the folder that holds svc.config.ts, such as %q", filepath.Dir(path)))
	case err == nil:
		_, err = os.ReadDir(dir)
	}
	if err != nil {
		return "", &Error{Code: ExitUsage, What: fmt.Sprintf("cannot read the folder %q", path), Why: Reason(err), Fix: "check its permissions", Err: err}
	}
	return dir, nil
}

// RepositoryPrefix leads from the root of the repository (on a build server its workspace, else the
// working directory) to a folder, with forward slashes; "" when the folder is not below it.
func (e *Env) RepositoryPrefix(dir string) string {
	root := e.Dir
	if workspace := e.Getenv("GITHUB_WORKSPACE"); workspace != "" {
		root = workspace
	}
	prefix, err := filepath.Rel(root, dir)
	prefix = filepath.ToSlash(prefix)
	if err != nil || prefix == "." || prefix == ".." || strings.HasPrefix(prefix, "../") {
		return ""
	}
	return prefix
}
