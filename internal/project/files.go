package project

import (
	"cmp"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/projectfs"
)

// defaultConfig is the config that messages name.
const defaultConfig = "svc.config.ts"

// workersFolder contains one worker per file. Its sub-folders contain shared code.
const workersFolder = "src/workers"

// workerExtensions are the allowed extensions of a worker file.
var workerExtensions = []string{".ts", ".tsx", ".mts", ".js", ".mjs"}

// fileSet is the config and the workers, relative to the root, with forward slashes.
type fileSet struct {
	config  string // "" if there is none
	workers []string
	// folders are those of them that are folders.
	folders []string
	// noWorkers is why the folder of the workers cannot be read.
	noWorkers error
}

// modules returns all files, the config first.
func (f fileSet) modules() []string {
	if f.config == "" {
		return f.workers
	}
	return append([]string{f.config}, f.workers...)
}

// findFiles returns what is there under the names of a config or a worker, whatever it is. The bundler reports what is
// not a file, but for folders: it would look for an index file.
func findFiles(root *projectfs.Root) fileSet {
	var files fileSet
	if files.config = findConfig(root); files.config != "" && isFolder(root, files.config) {
		files.folders = []string{files.config}
	}
	entries, err := root.ReadDir(workersFolder, workerExtensions...)
	if !errors.Is(err, fs.ErrNotExist) {
		files.noWorkers = err
	}
	for _, entry := range entries {
		path := workersFolder + "/" + entry.Name()
		if isWorkerName(entry.Name()) {
			files.workers = append(files.workers, path)
			if !entry.Type().IsRegular() && isFolder(root, path) {
				files.folders = append(files.folders, path)
			}
		}
	}
	slices.Sort(files.workers)
	return files
}

// findConfig returns the first config that is there. A folder of that name comes last.
func findConfig(root *projectfs.Root) string {
	folder := ""
	for _, name := range projectfs.ConfigNames() {
		if exists(root, name) {
			return name
		}
		if isFolder(root, name) {
			folder = cmp.Or(folder, name)
		}
	}
	return folder
}

// exists reports whether there is something but a folder under a name. A link that leads outside is something.
func exists(root *projectfs.Root, name string) bool {
	info, err := root.Stat(name)
	return err == nil && !info.IsDir() || err != nil && !errors.Is(err, fs.ErrNotExist)
}

func isFolder(root *projectfs.Root, path string) bool {
	info, err := root.Stat(path)
	return err == nil && info.IsDir()
}

// isWorkerName excludes type declarations, tests and names that start with an underscore or dot.
func isWorkerName(name string) bool {
	extension := filepath.Ext(name)
	if !slices.Contains(workerExtensions, extension) || strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") {
		return false
	}
	stem := strings.TrimSuffix(name, extension)
	return !strings.HasSuffix(stem, ".d") && !strings.Contains(name, ".test.") && !strings.Contains(name, ".spec.")
}
