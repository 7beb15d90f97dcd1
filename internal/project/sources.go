// This file lists the source files of the user, and reads them.

package project

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/jsvm"
)

// sourceFiles are the config, the workers, what cards reach, and every local file that a shard took in.
func (l *loader) sourceFiles(shards []jsvm.Shard) []string {
	files := slices.Concat(l.files.modules(), l.sources)
	known := make(map[string]bool, len(files))
	for _, file := range files {
		known[file] = true
	}
	for _, shard := range shards {
		for file := range moduleComments(shard.Code) {
			if !known[file] && jsvm.IsUserSource(file) && isFile(filepath.Join(l.options.Dir, filepath.FromSlash(file))) {
				known[file] = true
				files = append(files, file)
			}
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// moduleComment begins the line above each module in a bundle, at the depth of a module.
const moduleComment = "\n  // "

// moduleComments yields the file names in a bundle. A text of the user's may look like one, so a name
// counts only if there is such a file.
func moduleComments(code string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for {
			at := strings.Index(code, moduleComment)
			if at < 0 {
				return
			}
			code = code[at+len(moduleComment):]
			name, _, _ := strings.Cut(code, "\n")
			if !yield(name) {
				return
			}
		}
	}
}

// readSource implements declared.Project.Source.
func (l *loader) readSource(file string) []byte {
	text, err := os.ReadFile(filepath.Join(l.options.Dir, filepath.FromSlash(file)))
	if err != nil {
		return nil // gone since: there is nothing to show of it
	}
	return text
}
