package watch

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/projectfs"
)

// expected are the names whose appearing or vanishing can change the result of a round: absolute paths in lower case,
// because a file system may ignore case.
type expected struct {
	// names are files and folders that the round has read or looked for. An import may leave out the extension.
	names map[string]bool
	// above are the folders of names, and those above them.
	above map[string]bool
	// listed are the extensions that a round looks for in a folder.
	listed map[string][]string
}

// completing are the extensions that an import or a setting may leave out.
var completing = append([]string{".json", ".css"}, sources...)

// expect returns the expected names of a round, and one absolute path in each folder of theirs that is outside of the
// tree.
func (w *Watcher) expect(inputs projectfs.Inputs) (e *expected, outside []string) {
	e = &expected{names: map[string]bool{}, above: map[string]bool{}, listed: map[string][]string{}}
	folders := map[string]bool{}
	add := func(name string) string {
		path := filepath.Join(w.root, filepath.FromSlash(name))
		if folder := filepath.Dir(path); !w.inTree(path) && !folders[folder] {
			folders[folder] = true
			outside = append(outside, path)
		}
		lower := strings.ToLower(path)
		for at := filepath.Dir(lower); !e.above[at]; at = filepath.Dir(at) {
			e.above[at] = true
		}
		return lower
	}
	root := strings.ToLower(w.root) + string(filepath.Separator)
	for _, name := range slices.Concat(inputs.Files, inputs.Expected) {
		path := add(name)
		if strings.HasPrefix(root, path+string(filepath.Separator)) {
			continue // the tree itself: a file beside it that adds an extension to its name does not belong to it
		}
		e.names[path] = true
		switch extension := filepath.Ext(path); extension {
		case ".js", ".jsx", ".mjs", ".cjs": // an import that is written so can mean a file of TypeScript
			e.names[strings.TrimSuffix(path, extension)] = true
		}
	}
	for _, pattern := range inputs.Listed {
		cut := strings.LastIndex(pattern, "/*")
		if cut < 0 {
			continue
		}
		folder := filepath.Dir(add(pattern))
		e.listed[folder] = append(e.listed[folder], strings.ToLower(pattern[cut+len("/*"):]))
	}
	return e, outside
}

// has reports whether the appearing or vanishing of a file or folder can change the result.
func (e *expected) has(path string) bool {
	lower := strings.ToLower(path)
	folder, name := filepath.Split(lower)
	folder = filepath.Clean(folder)
	if e.names[lower] || e.above[lower] {
		return true
	}
	extension := filepath.Ext(name)
	if slices.Contains(completing, extension) && e.names[strings.TrimSuffix(lower, extension)] {
		return true
	}
	if e.names[folder] && (strings.HasPrefix(name, "index.") || name == "package.json") {
		return true // of an import that names the folder
	}
	extensions, listed := e.listed[folder]
	if !listed {
		return false
	}
	if slices.ContainsFunc(extensions, func(one string) bool { return strings.HasSuffix(name, one) }) {
		return true
	}
	isFolder, _ := describe(path)
	return isFolder
}
