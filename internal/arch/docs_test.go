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
	for _, page := range allPages(t, root) {
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
	known := map[string]map[string]bool{}
	slugs := func(page string) map[string]bool {
		if all, done := known[page]; done {
			return all
		}
		all := map[string]bool{}
		known[page] = all
		for _, m := range heading.FindAllStringSubmatch(codeBlock.ReplaceAllString(read(t, page), ""), -1) {
			text := notInSlug.ReplaceAllString(strings.ToLower(m[1]), "")
			all[strings.ReplaceAll(text, " ", "-")] = true
		}
		return all
	}
	for _, page := range allPages(t, root) {
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

// TestIndexesLeadToEverything fails if a page of docs is missing from the README or from docs/README.md, or if no page
// but the reference names a command.
func TestIndexesLeadToEverything(t *testing.T) {
	const root = "../.."
	readme, index := read(t, filepath.Join(root, "README.md")), read(t, filepath.Join(root, "docs/README.md"))
	written := readme
	for _, page := range glob(t, root, "docs/*.md") {
		name := filepath.Base(page)
		written += read(t, page)
		if !strings.Contains(readme, "(docs/"+name) {
			t.Errorf("README.md does not link docs/%s: add it to the section Documentation", name)
		}
		if name != "README.md" && !strings.Contains(index, "("+name) {
			t.Errorf("docs/README.md does not link %s: add it to the section of its task", name)
		}
	}
	for _, page := range glob(t, root, "docs/sdk/*.md") {
		if name := filepath.Base(page); name != "README.md" && !strings.Contains(index, "(sdk/"+name) {
			t.Errorf("docs/README.md does not link sdk/%s: add it to the section Reference", name)
		}
	}
	for _, page := range glob(t, root, "docs/cli/svc_*.md") {
		words := strings.Split(strings.TrimSuffix(filepath.Base(page), ".md"), "_")
		name := strings.Join(words, " ")
		if len(words) == 2 && !strings.Contains(readme, "`"+name) {
			t.Errorf("README.md does not name the command %q: add it to the section Commands", name)
		}
		if !strings.Contains(written, name) {
			t.Errorf("no page names the command %q: add it to the page of its task", name)
		}
	}
}

// allPages returns the pages that users read, without the reference of commands.
func allPages(t *testing.T, root string) (pages []string) {
	t.Helper()
	for _, pattern := range []string{
		"docs/*.md", "docs/sdk/*.md", "*.md", ".github/*.md", "npm/*/*.md", "sdk/*.md", "examples/*/*.md",
	} {
		pages = append(pages, glob(t, root, pattern)...)
	}
	return pages
}

// glob returns the files of the repository that match a pattern, at least one.
func glob(t *testing.T, root, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files match %s: %v", pattern, err)
	}
	return files
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
