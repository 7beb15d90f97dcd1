// This file resolves the paths that users give.

package cli

import "path/filepath"

// Path is a user's path, relative to the working directory, made absolute.
func (e *Env) Path(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(e.Dir, path)
}
