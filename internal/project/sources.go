// This file gives the texts of the user's source files to whoever shows or searches them.

package project

import (
	"os"
	"path/filepath"
	"slices"
)

// sourceFiles are the config, the workers, what cards reach, and every local file that was imported.
func (l *loader) sourceFiles() []string {
	files := append(l.bundling.Sources.Files(), l.files.modules()...)
	slices.Sort(files)
	return slices.Compact(files)
}

// readSource implements declared.Project.Source. A file that was bundled has the text that was
// bundled, whatever is on disk now.
func (l *loader) readSource(file string) []byte {
	if text, known := l.bundling.Sources.Text(file); known {
		return []byte(text)
	}
	text, err := os.ReadFile(filepath.Join(l.options.Dir, filepath.FromSlash(file)))
	if err != nil {
		return nil // gone since: there is nothing to show of it
	}
	return text
}
