// Package sources makes cached results of tests depend on files that a child process reads, such as the sources of svc
// that go build reads for a test. Go reuses the result of a test while the files that the test itself opened or
// described are the same.
package sources

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// product are the files and folders that the binary is made of, relative to the repository.
var product = []string{"cmd", "internal", "sdk/embed.go", "sdk/package.json", "sdk/dist", "sdk/src/profiles", "dashboard/dist", "go.mod"}

// Product makes the result depend on what the binary is made of.
func Product(t *testing.T, repository string) {
	t.Helper()
	for _, path := range product {
		All(t, filepath.Join(repository, path))
	}
}

// All makes the result depend on a file, or on every file below a folder but in node_modules and hidden folders.
func All(t *testing.T, path string) {
	t.Helper()
	err := filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && file != path && (entry.Name() == "node_modules" || strings.HasPrefix(entry.Name(), ".")):
			return filepath.SkipDir
		case entry.Type().IsRegular():
			_, err = os.Stat(file)
			if os.IsNotExist(err) {
				err = nil // deleted since the folder was read
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
