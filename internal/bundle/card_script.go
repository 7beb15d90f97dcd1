package bundle

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/lazyregexp"
)

// cardScriptHead stands before the module in a card's script.
const cardScriptHead = "var card = (async () => {\n"

// CardScriptStart is the offset in a card's script at which its code starts.
const CardScriptStart = len(cardScriptHead)

// importedPath matches the path of an import as esbuild writes it.
const importedPath = `(?:'[^'\n]*'|"[^"\n]*")(?: with \{[^{}]*\})?;\n`

var (
	// importStatement matches an import of a package. Its group is what it imports.
	importStatement = lazyregexp.New(`^import (?:([^;]*?) from )?` + importedPath)
	// exportStatement matches an export of what a package exports, and the exports at the end of a module.
	exportStatement = lazyregexp.New(
		`^export (?:\* (?:as [^;]*? )?from ` + importedPath + `|\{[^{}]*\};\s*$|default [\w$]+\(\);\s*$)`,
	)
)

// Script returns the code as a script, for parsers that do not know modules. Its imports and exports are blank, so that
// positions stay, and the end declares what they import. A line of a template that looks like an import is blank, too.
func (c Card) Script() []byte {
	script := append([]byte(cardScriptHead), c.Code...)
	var names []string
	for at := CardScriptStart; at < len(script); {
		rest := script[at:]
		switch {
		case bytes.HasPrefix(rest, []byte("import ")):
			if found := importStatement().FindSubmatchIndex(rest); found != nil {
				if found[2] >= 0 {
					names = append(names, importedNames(string(rest[found[2]:found[3]]))...)
				}
				blank(rest[:found[1]])
			}
		case bytes.HasPrefix(rest, []byte("export ")):
			blank(rest[:matched(exportStatement(), rest)])
		}
		at += lineLength(rest)
	}
	if len(names) > 0 {
		script = append(script, "\nvar "+strings.Join(names, ", ")+";"...)
	}
	return append(script, "\n})();\n"...)
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

// importedNames returns the names that an import declares: a and c in `a, { b as c }`.
func importedNames(clause string) (names []string) {
	for part := range strings.FieldsFuncSeq(clause, func(r rune) bool { return strings.ContainsRune(",{}", r) }) {
		if words := strings.Fields(part); len(words) > 0 {
			names = append(names, words[len(words)-1])
		}
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
