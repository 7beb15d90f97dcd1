package watch

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Read says which files the last round has read, relative to the root, with slashes; nil means that they are unknown.
// Those outside of the tree are watched, too. From then on, the watcher ignores what is written to other files, such as
// a log in the folder, unless their names are those of files that a round may read without naming them. A file that is
// created or removed counts whatever its name, because it can change the meaning of an import. What was written to the
// files during the round counts, too.
func (w *Watcher) Read(files []string) error {
	read := &known{files: make(map[string]bool, len(files)), all: files != nil}
	var outside []string
	for _, file := range files {
		name := filepath.FromSlash(file)
		path := filepath.Join(w.root, name)
		read.files[path] = true
		if !filepath.IsLocal(name) {
			outside = append(outside, path)
		}
	}
	w.read.Store(read)
	w.ignored.judge(read.files)
	return w.Follow(outside)
}

// known are the files that a round has read.
type known struct {
	files map[string]bool
	// all means that the round has read no other one.
	all bool
}

// sources are the extensions of source code, which a round may read because of the folder that it is in.
var sources = []string{".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"}

// settings are the names of files that commands read besides the project, or when it loads again.
var settings = []string{"package.json", "tsconfig.json", "svc.portal.json", "svc.platform.json"}

// mayRead reports whether a round may read the file.
func (w *Watcher) mayRead(path string) bool {
	read := w.read.Load()
	if read == nil || read.files[path] {
		return true
	}
	name := filepath.Base(path)
	extension := filepath.Ext(name)
	switch {
	case slices.Contains(sources, extension), slices.Contains(settings, name), strings.HasPrefix(name, ".dev.vars"):
		return true
	case extension == ".json":
		return !read.all
	case extension == "":
		info, err := os.Lstat(path)
		return err == nil && info.IsDir()
	}
	return false
}

// isOutput reports whether the path is that of an output.
func (w *Watcher) isOutput(path string) bool {
	if len(w.outputs) == 0 {
		return false
	}
	info, err := os.Lstat(path)
	return err == nil && slices.ContainsFunc(w.outputs, func(output fs.FileInfo) bool { return os.SameFile(info, output) })
}
