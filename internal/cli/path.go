// This file resolves the paths that users give.

package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"unicode"
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
		return "", &Error{
			Code: ExitUsage, What: fmt.Sprintf("there is no folder %q", path), Fix: "name the folder that holds svc.config.ts",
			Err: err,
		}
	case err == nil && !info.IsDir():
		return "", Usage(fmt.Sprintf("%q is a file", path), fmt.Sprintf(
			"name the folder that holds svc.config.ts, such as %q", filepath.Dir(path),
		))
	case err == nil:
		_, err = os.ReadDir(dir)
	}
	if err != nil {
		return "", &Error{
			Code: ExitUsage, What: fmt.Sprintf("cannot read the folder %q", path), Why: Reason(err),
			Fix: "check its permissions", Err: err,
		}
	}
	return dir, nil
}

// NewFolder is the folder that a user names for something new, absolute; it need not exist.
func (e *Env) NewFolder(path string) (string, error) {
	if path == "" {
		return "", Usage("the folder is empty text", "name a folder, or leave it out for this one")
	}
	dir := e.Path(path)
	for at := dir; ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		switch {
		case err == nil && !info.IsDir():
			return "", Usage(fmt.Sprintf("%q is a file", Shown(e.Dir, at)), "name another folder")
		case err == nil:
			return dir, nil
		case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR):
			return "", &Error{
				Code: ExitUsage, What: fmt.Sprintf("cannot use the folder %q", path), Why: Reason(err), Fix: "name another folder",
				Err: err,
			}
		}
	}
}

// Shown is a path as a user would write it from dir.
func Shown(dir, path string) string {
	if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}

// plainWord is what a shell takes as one word as it stands.
func plainWord(r rune) bool {
	return r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r)) || strings.ContainsRune("/._-+:@%", r)
}

// ShellWord is a path as a user can paste it into a shell.
func ShellWord(path string) string {
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	if strings.ContainsFunc(path, func(r rune) bool { return !plainWord(r) }) {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
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
