package arch

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

var (
	link = regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
	// sourcePath is a path from the root of the repository. Paths with a placeholder such as <rule-id> do not match.
	sourcePath = regexp.MustCompile("`((?:cmd|contract|docs|examples|internal|sdk|styles|test|testscripts)/[\\w./-]+)`")
)

// TestDocsNameWhatExists fails if a document links to, or names, a file that does not exist.
func TestDocsNameWhatExists(t *testing.T) {
	const root = "../.."
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, filepath.Join(root, "README.md"), filepath.Join(root, "CONTRIBUTING.md")) {
		text := read(t, page)
		var paths []string
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			paths = append(paths, filepath.Join(filepath.Dir(page), m[1]))
		}
		for _, m := range sourcePath.FindAllStringSubmatch(text, -1) {
			paths = append(paths, filepath.Join(root, m[1]))
		}
		for _, path := range paths {
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s names %s, which does not exist: correct the document", page, path)
			}
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
