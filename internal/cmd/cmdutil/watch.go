package cmdutil

import (
	"path/filepath"

	"github.com/appsvc/svc/internal/cli"
)

// FilesOutside returns those of the project's files that are outside of root.
func FilesOutside(root string, files []string) []string {
	var outside []string
	for _, file := range files {
		if !filepath.IsLocal(filepath.FromSlash(file)) {
			outside = append(outside, filepath.Join(root, filepath.FromSlash(file)))
		}
	}
	return outside
}

// WatchError is the error of a command that cannot watch the folder. The fix is a command that does not watch.
func WatchError(err error, fix string) error {
	return &cli.Error{Code: cli.ExitFailed, What: "cannot watch the folder", Why: err.Error(), Fix: fix, Err: err}
}
