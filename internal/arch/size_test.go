package arch

import (
	"os"
	"os/exec"
	"path"
	"strings"
	"testing"
)

// Sizes above which a file or a folder holds more than one concept. Generated files do not count, and tests count only
// as files.
const (
	maxFileLines   = 400
	maxFolderFiles = 40
	maxFolderLines = 4500
)

// rulesFolder has one file for each rule of svc check.
const rulesFolder = "internal/checker/rules"

func TestFilesAndFoldersAreSmall(t *testing.T) {
	files, lines := map[string]int{}, map[string]int{}
	for name, text := range sourceFiles(t) {
		if strings.Contains(text, "DO NOT EDIT.\n") {
			continue
		}
		count := strings.Count(text, "\n")
		if count > maxFileLines {
			t.Errorf("%s has %d lines, more than %d: split it by concept", name, count, maxFileLines)
		}
		if folder := path.Dir(name); !isTest(name) && folder != rulesFolder {
			files[folder]++
			lines[folder] += count
		}
	}
	for folder := range files {
		if files[folder] > maxFolderFiles || lines[folder] > maxFolderLines {
			t.Errorf("%s has %d files with %d lines, more than %d or %d: split it",
				folder, files[folder], lines[folder], maxFolderFiles, maxFolderLines)
		}
	}
}

// sourceFiles returns the Go and TypeScript files of the repository with their texts, without test data. Files that are
// not added yet count, so that their author learns of a finding before the commit.
func sourceFiles(t *testing.T) map[string]string {
	t.Helper()
	list, err := exec.Command("git", "-C", "../..", "ls-files", "--cached", "--others", "--exclude-standard",
		"*.go", "sdk/src/*.ts", "sdk/src/*.tsx").Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, name := range strings.Fields(string(list)) {
		if strings.Contains(name, "/testdata/") {
			continue
		}
		if text, err := os.ReadFile("../../" + name); err == nil { // a deletion may not be committed yet
			files[name] = string(text)
		}
	}
	return files
}

func isTest(name string) bool {
	return strings.HasSuffix(name, "_test.go") || strings.Contains(name, ".test.ts")
}
