package tsedit

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/tsscan"
)

// importStatement is `import … from 'module';`.
type importStatement struct {
	names         []specifier // of the list in braces
	whole         string      // the name of the default import
	isType        bool        // `import type`
	module, quote string
	end           int
}

// specifier is one name of a list in braces: `a`, `type a` or `a as b`, which is known as b.
type specifier struct {
	name       string
	exported   string // a of each
	start, end int
}

func (i *importStatement) has(name string) bool {
	return slices.ContainsFunc(i.names, func(one specifier) bool { return one.name == name })
}

// AddImport imports a name from a module: in the list of an import of that module, else after the last import of a
// source, or at its top. It returns no edit if the source imports it already.
func AddImport(text, name, module string) []Edit {
	all, eol := imports(text), LineBreak(text)
	for _, one := range all {
		if one.module == module && one.has(name) {
			return nil
		}
	}
	for _, one := range all {
		if one.module == module && !one.isType && len(one.names) > 0 {
			return []Edit{one.add(text, name)}
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

// add adds a name to the list: before the first name that follows it in the alphabet, else at the end. A name on a line
// of its own gets one, too. A list with comments gets it at the end, so that each stays with its name.
func (i *importStatement) add(text, name string) Edit {
	last := i.names[len(i.names)-1]
	open := strings.LastIndexByte(text[:i.names[0].start], '{')
	isCommented := strings.Contains(text[open:last.end], "//") || strings.Contains(text[open:last.end], "/*")
	for _, other := range i.names {
		if !isCommented && strings.ToLower(other.name) > strings.ToLower(name) {
			return insertion(other.start, name+","+separator(text, other.start))
		}
	}
	return insertion(last.end, ","+separator(text, last.start)+name)
}

// separator returns what stands between two names of a list, one of which starts at an offset.
func separator(text string, at int) string {
	before := text[:at]
	indent := before[len(strings.TrimRight(before, " \t")):]
	if strings.HasSuffix(before, "\n"+indent) {
		return LineBreak(text) + indent
	}
	return " "
}

// Imports reports whether a source imports a name from a module, or from any for "".
func Imports(text, name, module string) bool {
	return slices.ContainsFunc(imports(text), func(one importStatement) bool {
		return one.has(name) && (module == "" || one.module == module)
	})
}

// ImportOf returns what a source imports under a name: the name that the module exports, "default" included, and the
// module. Both are empty if it does not import the name.
func ImportOf(text, name string) (exported, module string) {
	for _, one := range imports(text) {
		if one.whole == name && name != "" {
			return "default", one.module
		}
		for _, of := range one.names {
			if of.name == name {
				return of.exported, one.module
			}
		}
	}
	return "", ""
}

// ImportPlace returns where the list of an import has the name under which a source knows an import; -1 if none has it.
func ImportPlace(text, name string) (start, end int) {
	for _, one := range imports(text) {
		for _, of := range one.names {
			if of.name == name {
				return of.start, of.end
			}
		}
	}
	return -1, -1
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
		token = c.importClause(&one)
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

// importClause reads what is between `import` and the module, and returns the token after it.
func (c *reader) importClause(one *importStatement) (token tsscan.Token) {
	var current specifier
	inBraces := false
	for {
		token = c.next()
		switch written := c.textOf(token); {
		case token.Kind == tsscan.Word:
			if current.name == "" {
				current.start = token.Start
			}
			if current.exported == "" || current.exported == "type" {
				current.exported = written
			}
			current.name, current.end = written, token.End // the last one: it is that of the source in `type a as b`
		case written == ",", written == "}":
			if inBraces && current.name != "" {
				one.names = append(one.names, current)
			} else if !inBraces {
				one.whole = current.name
			}
			current = specifier{}
		case written == "{", written == "*":
			one.isType = current.name == "type"
			current, inBraces = specifier{}, written == "{"
		default:
			if current.name == "from" && current.exported != "from" && !inBraces {
				one.whole = current.exported
			}
			return token
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
