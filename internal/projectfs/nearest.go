package projectfs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// configNames are the names that a config can have, in the order of the lookup.
var configNames = [...]string{"svc.config.ts", "svc.config.mts", "svc.config.js", "svc.config.mjs"}

// ConfigNames returns the names that a config can have. The first that exists is used.
func ConfigNames() []string { return append([]string(nil), configNames[:]...) }

// NearestApp returns the nearest folder with a config: dir or one above it, up to the root of the repository or to the
// home folder. It returns dir if there is none. It does not take a config above dir that belongs to another user, who
// could put it into a shared folder such as /tmp.
func NearestApp(dir, home string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if hasConfig(at, at != dir) {
			return at
		}
		_, err := os.Lstat(filepath.Join(at, ".git"))
		if !errors.Is(err, fs.ErrNotExist) || at == home || at == filepath.Dir(at) {
			return dir
		}
	}
}

// IsApp reports whether a folder has a config.
func IsApp(dir string) bool { return hasConfig(dir, false) }

// ConfigFolder returns the first name of a config that a folder has in its place, or "".
func ConfigFolder(dir string) string {
	for _, name := range configNames {
		if info, err := os.Lstat(filepath.Join(dir, name)); err == nil && info.IsDir() {
			return name
		}
	}
	return ""
}

func hasConfig(dir string, ownOnly bool) bool {
	for _, name := range configNames {
		info, err := os.Lstat(filepath.Join(dir, name))
		if err == nil && !info.IsDir() && (!ownOnly || isOwn(info)) {
			return true
		}
	}
	return false
}
