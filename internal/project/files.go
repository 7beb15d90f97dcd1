// This file finds the files of a project: its config and its workers.

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

// configNames are the names that a config may have, in the order in which they are looked for.
var configNames = []string{"svc.config.ts", "svc.config.mts", "svc.config.js", "svc.config.mjs"}

// ConfigNames are the names that a config may have; the first one found is taken.
func ConfigNames() []string { return slices.Clone(configNames) }

// workersFolder holds one worker a file; its sub-folders hold what workers share.
const workersFolder = "src/workers"

// workerExtensions are what a worker file may end in.
var workerExtensions = []string{".ts", ".tsx", ".mts", ".js", ".mjs"}

// fileSet is the config and the workers, relative to the root, with forward slashes.
type fileSet struct {
	config  string // "" when there is none
	workers []string
}

// modules are all files, the config first.
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
		return fileSet{}, fmt.Errorf("%s is a file: name the project's folder", root)
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
		// A symbolic link may lead to a file; most entries say by themselves that they are one.
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

// isWorkerName leaves out declarations, tests, and files that say by an underscore that they are none.
func isWorkerName(name string) bool {
	extension := filepath.Ext(name)
	if !slices.Contains(workerExtensions, extension) || strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") {
		return false
	}
	stem := strings.TrimSuffix(name, extension)
	return !strings.HasSuffix(stem, ".d") && !strings.Contains(name, ".test.") && !strings.Contains(name, ".spec.")
}
