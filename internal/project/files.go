package project

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// configNames are the allowed names of a config, in the order of the lookup.
var configNames = []string{"svc.config.ts", "svc.config.mts", "svc.config.js", "svc.config.mjs"}

// ConfigNames returns the allowed names of a config. The first that exists is used.
func ConfigNames() []string { return slices.Clone(configNames) }

// workersFolder contains one worker per file. Its sub-folders contain shared code.
const workersFolder = "src/workers"

// workerExtensions are the allowed extensions of a worker file.
var workerExtensions = []string{".ts", ".tsx", ".mts", ".js", ".mjs"}

// fileSet is the config and the workers, relative to the root, with forward slashes.
type fileSet struct {
	config  string // "" if there is none
	workers []string
}

// modules returns all files, the config first.
func (f fileSet) modules() []string {
	if f.config == "" {
		return f.workers
	}
	return append([]string{f.config}, f.workers...)
}

func findFiles(root string) (fileSet, error) {
	info, err := os.Stat(root)
	if err != nil {
		return fileSet{}, fmt.Errorf("cannot read the project's folder: %w", err)
	}
	if !info.IsDir() {
		return fileSet{}, fmt.Errorf("%s is a file: expected the project's folder", root)
	}
	var files fileSet
	for _, name := range configNames {
		if isFile(filepath.Join(root, name)) {
			files.config = name
			break
		}
	}
	entries, err := os.ReadDir(filepath.Join(root, filepath.FromSlash(workersFolder)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fileSet{}, fmt.Errorf("cannot read the workers: %w", err)
	}
	for _, entry := range entries {
		path := workersFolder + "/" + entry.Name()
		// A symbolic link may point to a file. Other entries know their type.
		if isWorkerName(entry.Name()) && (entry.Type().IsRegular() || isFile(filepath.Join(root, filepath.FromSlash(path)))) {
			files.workers = append(files.workers, path)
		}
	}
	slices.Sort(files.workers)
	return files, nil
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
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
