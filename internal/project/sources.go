package project

import (
	"os"
	"path/filepath"
	"slices"
)

// sourceFiles returns the config, the workers, the cards, and every local file that they import.
func (l *loader) sourceFiles() []string {
	files := append(l.bundling.Sources.Files(), l.files.modules()...)
	slices.Sort(files)
	return slices.Compact(files)
}

// readSource implements declared.Project.Source. For a bundled file it returns the bundled text, whatever is on disk
// now.
func (l *loader) readSource(file string) []byte {
	if text, known := l.bundling.Sources.Text(file); known {
		return []byte(text)
	}
	text, err := os.ReadFile(filepath.Join(l.options.Dir, filepath.FromSlash(file)))
	if err != nil {
		return nil // deleted meanwhile
	}
	return text
}
