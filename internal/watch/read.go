package watch

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Read says which files the last round has read, relative to the root, with slashes. Those outside of the tree are
// watched, too. From then on, the watcher ignores what is written to other files, such as a log in the folder, unless
// their names are those of files that a round may read without naming them. A file that is created or removed counts
// whatever its name, because it can change the meaning of an import.
func (w *Watcher) Read(files []string) error {
	read := make(map[string]bool, len(files))
	var outside []string
	for _, file := range files {
		name := filepath.FromSlash(file)
		path := filepath.Join(w.root, name)
		read[path] = true
		if !filepath.IsLocal(name) {
			outside = append(outside, path)
		}
	}
	w.read.Store(&read)
	return w.Follow(outside)
}

// unnamed are the extensions of files that a round may read without naming them: sources in folders that it lists, and
// JSON such as package.json, tsconfig.json and fixtures. A name without an extension can be that of a folder.
var unnamed = []string{"", ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json"}

// mayRead reports whether a round may read the file.
func (w *Watcher) mayRead(path string) bool {
	read := w.read.Load()
	return read == nil || (*read)[path] || slices.Contains(unnamed, filepath.Ext(path)) ||
		strings.HasPrefix(filepath.Base(path), ".dev.vars")
}

// isOutput reports whether the path is that of an output.
func (w *Watcher) isOutput(path string) bool {
	if len(w.outputs) == 0 {
		return false
	}
	info, err := os.Lstat(path)
	return err == nil && slices.ContainsFunc(w.outputs, func(output fs.FileInfo) bool { return os.SameFile(info, output) })
}
