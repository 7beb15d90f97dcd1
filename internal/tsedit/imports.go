package tsedit

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/tsscan"
)

// importStatement is `import … from 'module';`.
type importStatement struct {
	names         []string // of the list in braces
	module, quote string
	end           int
}

// AddImport imports a name from a module after the last import of a source, or at its top. It returns no edit if the
// source imports it already.
func AddImport(text, name, module string) []Edit {
	all, eol := imports(text), LineBreak(text)
	for _, one := range all {
		if one.module == module && slices.Contains(one.names, name) {
			return nil
		}
	}
	if len(all) == 0 {
		return []Edit{insertion(codeStart(text), "import { "+name+" } from '"+module+"';"+eol)}
	}
	last := all[len(all)-1]
	return []Edit{insertion(
		afterComment(text, last.end), eol+"import { "+name+" } from "+last.quote+module+last.quote+";",
	)}
}

// Imports reports whether a source imports a name from a module, or from any for "".
func Imports(text, name, module string) bool {
	return slices.ContainsFunc(imports(text), func(one importStatement) bool {
		return slices.Contains(one.names, name) && (module == "" || one.module == module)
	})
}

// imports returns the import statements of a source.
func imports(text string) (all []importStatement) {
	c := readerAt(text, 0)
	for token := c.next(); token.Start < len(text); {
		if c.textOf(token) != "import" {
			token = c.next()
			continue
		}
		var one importStatement
		one.names, token = c.importClause()
		if token.Kind != tsscan.String || !c.isWhole(token) {
			continue // import('module'), import.meta or a key
		}
		written := c.textOf(token)
		one.module, one.quote, one.end = written[1:len(written)-1], written[:1], token.End
		if token = c.next(); c.textOf(token) == "with" { // attributes
			for token.Start < len(text) && c.textOf(token) != "}" {
				token = c.next()
			}
			one.end, token = token.End, c.next()
		}
		if c.textOf(token) == ";" {
			one.end, token = token.End, c.next()
		}
		all = append(all, one)
	}
	return all
}

// importClause reads what is between `import` and the module. It returns the names in braces and the token after it.
func (c *reader) importClause() (names []string, token tsscan.Token) {
	name, inBraces := "", false
	for {
		token = c.next()
		switch written := c.textOf(token); {
		case token.Kind == tsscan.Word:
			name = written // the last one: it is that of the source in `type a as b`
		case written == ",", written == "}":
			if inBraces && name != "" {
				names = append(names, name)
			}
			name = ""
		case written == "{", written == "*":
			inBraces = written == "{"
		default:
			return names, token
		}
	}
}

// afterComment returns the offset after a comment that ends the line of an offset.
func afterComment(text string, at int) int {
	line, _, _ := strings.Cut(text[at:], "\n")
	if strings.HasPrefix(strings.TrimLeft(line, " \t"), "//") {
		return at + len(strings.TrimRight(line, "\r"))
	}
	return at
}
