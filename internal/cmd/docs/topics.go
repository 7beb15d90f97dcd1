package docs

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/appsvc/svc/docs"
)

// index is the page that lists the others.
const index = "README"

// topic is a page.
type topic struct {
	Name  string `json:"name"`
	Title string `json:"title"`
}

// text is a page or section in Markdown.
type text string

// topics returns all pages but the index. The topic of a folder's index is the folder.
func topics() (all []topic, err error) {
	err = fs.WalkDir(docs.Pages, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if name := nameOf(file); name != index {
			page, _ := read(name)
			all = append(all, topic{name, page.title()})
		}
		return nil
	})
	slices.SortFunc(all, func(a, b topic) int { return strings.Compare(a.Name, b.Name) })
	return all, err
}

// nameOf returns the topic of a file of the documentation.
func nameOf(file string) string {
	return strings.TrimSuffix(strings.TrimSuffix(file, ".md"), "/"+index)
}

// completions returns the topics for a shell.
func completions() (words []string) {
	all, _ := topics() // a shell has no place for errors
	for _, t := range all {
		words = append(words, t.Name+"\t"+t.Title)
	}
	return words
}

// read returns a page.
func read(name string) (page text, known bool) {
	content, err := docs.Pages.ReadFile(name + ".md")
	if err != nil {
		content, err = docs.Pages.ReadFile(name + "/" + index + ".md")
	}
	return text(content), err == nil
}

// reference returns the page and the section that describe a name of the SDK, such as HandlerContext.
func reference(name string) (page, slug string, known bool) {
	eachReference(func(at, line, heading string) {
		if isNamed(heading, name) {
			page, slug, known = at, slugOf(line), true
		}
	})
	return page, slug, known
}

// references returns the names that reference knows.
func references() (names []string) {
	eachReference(func(_, _, heading string) { names = append(names, strings.TrimSuffix(heading, " (type)")) })
	return names
}

// eachReference visits the headings of the names of the SDK.
func eachReference(visit func(page, line, heading string)) {
	all, _ := topics() // find reports the error
	for _, t := range all {
		if path.Dir(t.Name) != "sdk" {
			continue
		}
		content, _ := read(t.Name)
		content.eachLine(func(line string, depth int) {
			if depth == 2 {
				visit(t.Name, line, strings.TrimSpace(strings.TrimLeft(line, "#")))
			}
		})
	}
}

// isNamed reports whether a heading is that of a name. A type can differ from a function in the case of a letter only.
func isNamed(heading, name string) bool { return heading == name || heading == name+" (type)" }

// title returns the first heading, without marks.
func (t text) title() string {
	line, _, _ := strings.Cut(string(t), "\n")
	return strings.ReplaceAll(strings.TrimLeft(line, "# "), "`", "")
}

// section returns a heading and what is below it, up to the next heading of its level.
func (t text) section(slug string) (part text, ok bool) {
	var b strings.Builder
	level := 0
	t.eachLine(func(line string, depth int) {
		switch {
		case level > 0 && depth > 0 && depth <= level:
			level = -1
		case level == 0 && depth > 0 && slugOf(line) == slug:
			level = depth
		}
		if level > 0 {
			b.WriteString(line)
		}
	})
	return text(strings.TrimRight(b.String(), "\n") + "\n"), b.Len() > 0
}

// sections returns the slugs of the headings below the title.
func (t text) sections() (slugs []string) {
	t.eachLine(func(line string, depth int) {
		if depth > 1 {
			slugs = append(slugs, slugOf(line))
		}
	})
	return slices.Compact(slugs)
}

// eachLine calls visit with each line and the level of its heading, 0 for none.
func (t text) eachLine(visit func(line string, depth int)) {
	isCode := false
	for line := range strings.Lines(string(t)) {
		depth := len(line) - len(strings.TrimLeft(line, "#"))
		if strings.HasPrefix(line, "```") {
			isCode = !isCode
		}
		if isCode {
			depth = 0
		}
		visit(line, depth)
	}
}

// slugOf returns the name of a heading in links.
func slugOf(heading string) string {
	text := strings.ToLower(strings.TrimSpace(strings.TrimLeft(heading, "#")))
	text = strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return r
		}
		return -1
	}, text)
	return text
}
