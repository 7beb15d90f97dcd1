// Package templates renders the scaffolds of `svc init`, `svc add` and `svc types`.
//
// A template is a folder that compiles without rendering. To extend it, add a file. Rendering
// replaces placeholder names (new-thing, My app), and the values of lines that end in
// `// svc:<key>`. Start at App, Add and Types.
package templates

import (
	"bytes"
	"embed"
	"encoding/json"
	"io/fs"
	"strings"

	"github.com/appsvc/svc/internal/lazyregexp"
)

//go:embed all:app all:ui-extension all:add all:types all:extra
var folders embed.FS

// Values are the options of a new app.
type Values struct {
	Name string
	// Slug is the name in package.json, which names what a deploy creates.
	Slug string
	// Version is that of svc, and of the packages @svc/cli and @svc/sdk.
	Version         string
	Distribution    string // "private" or "marketplace"
	Auth            string // "static" or "oauth"
	PlatformVersion string
	Scopes          []string
}

// UI has the vendor's names of the UI package.
type UI struct {
	Package string // "@crm/ui-extensions"
	Global  string // "crm", the object that the package exports
}

// Files maps slash-separated paths to contents.
type Files map[string][]byte

// placeholderVersion is the version of svc in templates.
const placeholderVersion = "0.0.0-version"

// App returns a new app with one tool and, withCard, a card and its backend.
func App(values Values, ui UI, withCard bool) Files {
	files := Files{}
	files.read("app")
	if withCard {
		files.read("ui-extension")
	}
	for path, content := range files {
		text := renderValues(string(content), values)
		text = strings.ReplaceAll(text, "my-app", values.Slug)
		text = strings.ReplaceAll(text, placeholderVersion, values.Version)
		text = strings.ReplaceAll(text, "# My app", "# "+values.Name)
		files[path] = []byte(ui.apply(text))
	}
	return files
}

// Kinds are the kinds of declarations that Add accepts, in the order of the help text.
var Kinds = []string{"tool", "card", "trigger", "sync", "source", "object", "association", "event", "mcp"}

// Add returns the files of a declaration.
func Add(kind string, name Name, ui UI) Files {
	files := Files{}
	files.read("add/" + kind)
	renamed := Files{}
	for path, content := range files {
		renamed[name.apply(path)] = []byte(ui.apply(name.apply(string(content))))
	}
	return renamed
}

// Types returns type stubs below "types/", for packages whose own types are not installed.
func Types(ui UI) Files {
	files := Files{}
	files.read("types")
	stubs := Files{}
	for path, content := range files {
		path = strings.Replace(path, "ui-extensions/", ui.Package+"/", 1)
		stubs["types/"+path] = []byte(ui.apply(string(content)))
	}
	return stubs
}

// read adds every file below an embedded folder. It panics on a failure, which only a broken build
// can cause.
func (f Files) read(folder string) {
	err := fs.WalkDir(folders, folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := folders.ReadFile(path)
		f[strings.TrimPrefix(path, folder+"/")] = content
		return err
	})
	if err != nil {
		panic("templates: " + err.Error())
	}
}

var markedLine = lazyregexp.New(`(?m)^(\s*\w+): .*, // svc:(\w+)$`)

// renderValues replaces the value of every marked line and removes the mark.
func renderValues(text string, values Values) string {
	answers := map[string]string{
		"name": Quote(values.Name), "distribution": Quote(values.Distribution), "auth": Quote(values.Auth),
		"platformVersion": Quote(values.PlatformVersion), "scopes": quoteList(values.Scopes),
	}
	return markedLine().ReplaceAllStringFunc(text, func(line string) string {
		parts := markedLine().FindStringSubmatch(line)
		return parts[1] + ": " + answers[parts[2]] + ","
	})
}

func quoteList(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = Quote(text)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// Quote returns a string literal with single quotes.
func Quote(text string) string {
	var double bytes.Buffer
	encoder := json.NewEncoder(&double)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a string always marshals
	inner := strings.ReplaceAll(double.String()[1:double.Len()-2], `\"`, `"`)
	return "'" + strings.ReplaceAll(inner, "'", `\'`) + "'"
}

func (ui UI) apply(text string) string {
	if ui.Global == "crm" {
		return strings.ReplaceAll(text, "@crm/ui-extensions", ui.Package)
	}
	text = strings.ReplaceAll(text, "@crm/ui-extensions", ui.Package)
	text = strings.ReplaceAll(text, ", crm }", ", "+ui.Global+" }")
	text = strings.ReplaceAll(text, "crm.extend(", ui.Global+".extend(")
	text = strings.ReplaceAll(text, "(crm.fetch,", "("+ui.Global+".fetch,")
	text = strings.ReplaceAll(text, "export const crm:", "export const "+ui.Global+":")
	return fetchCall().ReplaceAllString(text, "${1}"+ui.Global+"${2}")
}

var fetchCall = lazyregexp.New(`(?m)^(\s+)crm(\n\s+\.fetch\()`)
