package watch

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/projectfs"
)

// Know says what the last round depends on. From then on, only changes of these files count, and the appearing and
// vanishing of these names. What happened to them during the round counts, too. Files and folders outside of the tree
// are watched. Without files, the watcher keeps those of the round before, and forgets the names: any may be an input.
func (w *Watcher) Know(inputs projectfs.Inputs) error {
	if inputs.Files == nil {
		w.forget()
		return nil
	}
	names, outside := w.expect(inputs)
	files := make(map[string]bool, len(inputs.Files))
	for _, file := range inputs.Files {
		files[filepath.Join(w.root, filepath.FromSlash(file))] = true
	}
	w.learn(&known{files: files, all: true, names: names})
	return w.Follow(outside)
}

func (w *Watcher) forget() {
	if read := w.read.Load(); read != nil {
		w.learn(&known{files: read.files, all: read.all})
	}
}

func (w *Watcher) learn(round *known) {
	w.read.Store(round)
	w.ignored.judge(func(file string, isNew bool) bool {
		return round.files[file] || isNew && (round.names == nil || round.names.has(file))
	})
}

// JudgeByName says that it is unknown what rounds read. From then on, the watcher ignores what is written to a file,
// such as a log in the folder, unless its name is that of a file that a round may read. A file that is created or
// removed counts whatever its name, because it can change the meaning of an import.
func (w *Watcher) JudgeByName() { w.learn(&known{}) }

// known are the files that a round has read.
type known struct {
	files map[string]bool
	// all means that the round has read no other one.
	all bool
	// names are those that can become inputs, nil if any can.
	names *expected
}

// sources are the extensions of source code, which a round may read because of the folder that it is in.
var sources = []string{".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"}

// settings are the names of files that commands read besides the project, or when it loads again.
var settings = []string{"package.json", "tsconfig.json", "svc.portal.json", "svc.platform.json"}

func isSetting(name string) bool {
	return slices.Contains(settings, name) || strings.HasPrefix(name, ".dev.vars")
}

// knowsNames reports whether the names are known that can become inputs.
func (w *Watcher) knowsNames() bool {
	read := w.read.Load()
	return read != nil && read.names != nil
}

// mayRead reports whether a round may read the file.
func (w *Watcher) mayRead(path string) bool {
	read := w.read.Load()
	if read == nil || read.files[path] {
		return true
	}
	name := filepath.Base(path)
	if read.names != nil {
		return filepath.Dir(path) == w.root && isSetting(name) || read.names.has(path)
	}
	extension := filepath.Ext(name)
	switch {
	case isSetting(name), slices.Contains(sources, extension):
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
