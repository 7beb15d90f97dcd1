package bundle

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/lazyregexp"
	"github.com/appsvc/svc/internal/tsscan"
)

// cardScriptHead stands before the module in a card's script.
const cardScriptHead = "var card = (async () => {\n"

// CardScriptStart is the offset in a card's script at which its code starts.
const CardScriptStart = len(cardScriptHead)

// importedPath matches the path of an import as esbuild writes it, in quotes.
const importedPath = `('[^'\n]*'|"[^"\n]*")(?: with \{[^{}]*\})?;\n`

var (
	// importStatement matches an import of a package. Its groups are what it imports, and the path.
	importStatement = lazyregexp.New(`^import (?:([^;]*?) from )?` + importedPath)
	// exportStatement matches an export of what a package exports, and the exports at the end of a module.
	exportStatement = lazyregexp.New(
		`^export (?:\* (?:as [^;]*? )?from ` + importedPath + `|\{[^{}]*\};\s*$|default [\w$]+\(\);\s*$)`,
	)
)

// Script returns the code as a script, for parsers that do not know modules, and what it imports of packages. Its
// imports and exports are blank, so that positions stay, and the end declares what they import. A line of a template
// that looks like an import is blank, too.
func (c Card) Script() (script []byte, imported []ImportedName) {
	script = append([]byte(cardScriptHead), c.Code...)
	for at := CardScriptStart; at < len(script); {
		rest := script[at:]
		switch {
		case bytes.HasPrefix(rest, []byte("import ")):
			if found := importStatement().FindSubmatchIndex(rest); found != nil {
				if found[2] >= 0 {
					path := string(rest[found[4]+1 : found[5]-1])
					names := importedNames(string(rest[found[2]:found[3]]), at+found[2]-CardScriptStart, path)
					imported = append(imported, names...)
				}
				blank(rest[:found[1]])
			}
		case bytes.HasPrefix(rest, []byte("export ")):
			blank(rest[:matched(exportStatement(), rest)])
		}
		at += lineLength(rest)
	}
	for i, one := range imported {
		script = append(script, [...]string{"\nvar ", ", "}[min(i, 1)]...)
		script = append(script, one.Local...)
	}
	if len(imported) > 0 {
		script = append(script, ';')
	}
	return append(script, "\n})();\n"...), imported
}

// ImportedName is a name that a card imports of a package.
type ImportedName struct {
	// Path is the path of the import.
	Path string
	// Name is the exported name, "*" for all of them as one object. Local is the name in the code.
	Name, Local string
	// Offset is where Name is in the code, or Local for the default and for "*".
	Offset int
}

// MembersOf returns the members that the code reads of a name, which it declares once.
func (c Card) MembersOf(name ImportedName) (members []ImportedName) {
	code := string(c.Code)
	var last [3]string // tokens
	scanner := tsscan.New(code)
	for token, more := scanner.Next(); more; token, more = scanner.Next() {
		if token.Kind == tsscan.Space || token.Kind == tsscan.Comment {
			continue
		}
		written := code[token.Start:token.End]
		if token.Kind == tsscan.Word && last[0] != "." && last[1] == name.Local && last[2] == "." {
			members = append(members, ImportedName{name.Path, written, name.Local, token.Start})
		}
		last = [3]string{last[1], last[2], written}
	}
	return members
}

// HasJSX reports whether the code has compiled JSX.
func (c Card) HasJSX() bool {
	return bytes.Contains(c.Code, []byte("/* @__PURE__ */ React.createElement(")) ||
		bytes.Contains(c.Code, []byte("/jsx-runtime\";\n"))
}

// Names reports whether a file of the card imports a path, or a part of it.
func (c Card) Names(path string) bool {
	return slices.ContainsFunc(c.Imports, func(one Import) bool {
		return one.Path == path || strings.HasPrefix(one.Path, path+"/")
	})
}

// importedPart matches one name of an import: `a`, `a as b` or `* as b`.
var importedPart = lazyregexp.New(`([\w$\x80-\xff]+|\*|"[^"\n]*")(?: as ([\w$\x80-\xff]+))?`)

// importedNames returns the names of what an import declares, such as `a, { b as c }`, at an offset of the code.
func importedNames(clause string, offset int, path string) (names []ImportedName) {
	braces := strings.IndexByte(clause, '{')
	for _, part := range importedPart().FindAllStringSubmatchIndex(clause, -1) {
		one := ImportedName{Path: path, Name: clause[part[2]:part[3]], Offset: offset + part[2]}
		one.Local = one.Name
		if part[4] >= 0 {
			one.Local = clause[part[4]:part[5]]
		}
		switch {
		case one.Name == "*":
			one.Offset = offset + part[4]
		case braces < 0 || part[0] < braces:
			one.Name = "default"
		case one.Name == "default":
			one.Offset = offset + part[4]
		}
		names = append(names, one)
	}
	return names
}

// matched returns the length of a match at the start of a text, 0 for none.
func matched(pattern *regexp.Regexp, text []byte) int {
	if found := pattern.FindIndex(text); found != nil {
		return found[1]
	}
	return 0
}

// lineLength returns the length of the first line of a text, with its end.
func lineLength(text []byte) int {
	if end := bytes.IndexByte(text, '\n'); end >= 0 {
		return end + 1
	}
	return len(text)
}

// blank replaces everything but line ends with spaces.
func blank(text []byte) {
	for i, c := range text {
		if c != '\n' {
			text[i] = ' '
		}
	}
}
