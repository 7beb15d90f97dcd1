package cmdutil

import (
	"path/filepath"

	"github.com/appsvc/svc/internal/cli"
)

// OutsideFiles are the files of the project that lie outside of its folder.
func OutsideFiles(root string, report *cli.Report) []string {
	var outside []string
	for _, file := range report.Paths {
		if !filepath.IsLocal(filepath.FromSlash(file)) {
			outside = append(outside, filepath.Join(root, filepath.FromSlash(file)))
		}
	}
	return outside
}

func WatchError(err error) error {
	return &cli.Error{
		Code: cli.ExitFailed, What: "cannot watch the folder", Why: err.Error(), Fix: "run 'svc check' without --watch",
		Err: err,
	}
}
