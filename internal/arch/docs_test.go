package arch

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
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

var (
	codeBlock = regexp.MustCompile("(?s)```.*?```")
	anchored  = regexp.MustCompile(`\]\(([^)#:]*)#([^)]+)\)`)
	heading   = regexp.MustCompile(`(?m)^#+ (.+)$`)
	notInSlug = regexp.MustCompile(`[^\w\- ]`)
)

// TestDocsLinkToHeadingsThatExist fails if a link names a heading that its page lacks.
func TestDocsLinkToHeadingsThatExist(t *testing.T) {
	const root = "../.."
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	slugs := func(page string) map[string]bool {
		all := map[string]bool{}
		for _, m := range heading.FindAllStringSubmatch(codeBlock.ReplaceAllString(read(t, page), ""), -1) {
			text := notInSlug.ReplaceAllString(strings.ToLower(m[1]), "")
			all[strings.ReplaceAll(text, " ", "-")] = true
		}
		return all
	}
	for _, page := range append(pages, filepath.Join(root, "README.md")) {
		for _, m := range anchored.FindAllStringSubmatch(codeBlock.ReplaceAllString(read(t, page), ""), -1) {
			to := page
			if m[1] != "" {
				to = filepath.Join(filepath.Dir(page), m[1])
			}
			if !slugs(to)[m[2]] {
				t.Errorf("%s links to #%s of %s, which has no such heading: correct the link", page, m[2], to)
			}
		}
	}
}

// TestReadmeLeadsToEverything fails if a page of docs or a command is missing from the README.
func TestReadmeLeadsToEverything(t *testing.T) {
	const root = "../.."
	readme := read(t, filepath.Join(root, "README.md"))
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		if name := "docs/" + filepath.Base(page); !strings.Contains(readme, "("+name) {
			t.Errorf("README.md does not link %s: add it to the section Documentation", name)
		}
	}
	commands, err := filepath.Glob(filepath.Join(root, "docs", "cli", "svc_*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range commands {
		words := strings.Split(strings.TrimSuffix(filepath.Base(page), ".md"), "_")
		if name := strings.Join(words, " "); len(words) == 2 && !strings.Contains(readme, "`"+name) {
			t.Errorf("README.md does not name the command %q: add it to the section Commands", name)
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
