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

// Path makes a user's path absolute. It can be relative to the working directory.
func (e *Env) Path(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(e.Dir, path)
}

// Folder makes a user's folder absolute. The folder must exist and be readable.
func (e *Env) Folder(path string) (string, error) {
	if path == "" { // often an unset variable of a script
		return "", Usage(
			"the folder is an empty string", "name the folder of svc.config.ts, or leave it out for the current one",
		)
	}
	dir, err := e.FolderPath(path)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", &Error{
			Code: ExitUsage, What: fmt.Sprintf("folder %q does not exist", path), Fix: "name the folder of svc.config.ts",
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

// NewFolder makes a user's folder absolute. The folder does not have to exist.
func (e *Env) NewFolder(path string) (string, error) {
	if path == "" {
		return "", Usage("the folder is an empty string", "name a folder, or leave it out for the current one")
	}
	dir, err := e.FolderPath(path)
	if err != nil {
		return "", err
	}
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

// FolderPath is Path for a folder, which does not have to exist. It refuses "-", which other arguments take for
// standard input.
func (e *Env) FolderPath(path string) (string, error) {
	if path == "-" {
		return "", Usage(
			`invalid folder "-": expected the path of a folder`, "name a folder, such as '.', or './-' for one with that name",
		)
	}
	return e.Path(path), nil
}

// Shown returns a path relative to dir if it is below dir.
func Shown(dir, path string) string {
	if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}

// plainWord reports whether a shell accepts a character without quotes.
func plainWord(r rune) bool {
	return r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r)) || strings.ContainsRune("/._-+:@%", r)
}

// ShellWord quotes a path for a shell.
func ShellWord(path string) string {
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	if strings.ContainsFunc(path, func(r rune) bool { return !plainWord(r) }) {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}

// RepositoryPrefix returns the path of a folder relative to the repository's root: the workspace on a build server,
// else the working directory. It has forward slashes, and is "" for a folder that is not below the root.
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
