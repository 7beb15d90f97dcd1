// This file is the parser: one entry a line, or as many lines as a quoted value spans.

package devvars

import (
	"fmt"
	"strings"
)

type parser struct {
	text string // what is left
	line int
}

func (p *parser) done() bool { return p.text == "" }

// take removes n bytes and counts the lines in them.
func (p *parser) take(n int) string {
	taken := p.text[:n]
	p.text = p.text[n:]
	p.line += strings.Count(taken, "\n")
	return taken
}

// restOfLine removes what is left of the line, its end included, and returns it without that.
func (p *parser) restOfLine() string {
	end := strings.IndexByte(p.text, '\n')
	if end < 0 {
		return p.take(len(p.text))
	}
	return strings.TrimSuffix(p.take(end+1), "\n")
}

func (p *parser) fail(line int, format string, args ...any) error {
	return &Error{Line: line, Reason: fmt.Sprintf(format, args...)}
}

// entry reads one binding; found is false for an empty line or a comment.
func (p *parser) entry() (v Var, found bool, err error) {
	line := p.line
	end := strings.IndexAny(p.text, "=\n")
	if end < 0 || p.text[end] == '\n' {
		text := strings.TrimSpace(p.restOfLine())
		if text == "" || text[0] == '#' {
			return v, false, nil
		}
		return v, false, p.fail(line, "no \"=\" here: write NAME=value, or # in front of a comment")
	}
	if name := strings.TrimSpace(p.text[:end]); strings.HasPrefix(name, "#") {
		p.restOfLine()
		return v, false, nil
	}
	name := bareName(p.take(end + 1))
	if !isName(name) {
		return v, false, p.fail(line, "%q is no name: use letters, digits, \"_\", \"-\" and \".\", the first no digit", name)
	}
	value, err := p.value()
	return Var{Name: name, Value: value, Line: line}, true, err
}

// bareName takes `export ` and the "=" off a name.
func bareName(text string) string {
	name := strings.TrimSpace(strings.TrimSuffix(text, "="))
	if rest, exported := strings.CutPrefix(name, "export "); exported {
		return strings.TrimSpace(rest)
	}
	return name
}

func isName(name string) bool {
	for i := range len(name) {
		c := name[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		if !letter && (i == 0 || !(c >= '0' && c <= '9' || c == '-' || c == '.')) {
			return false
		}
	}
	return name != ""
}

func (p *parser) value() (string, error) {
	p.take(len(p.text) - len(strings.TrimLeft(p.text, " \t")))
	if p.text != "" && strings.IndexByte("\"'`", p.text[0]) >= 0 {
		return p.quoted(p.text[0])
	}
	value := p.restOfLine()
	if strings.HasPrefix(value, "#") {
		return "", nil
	}
	for _, comment := range []string{" #", "\t#"} {
		value, _, _ = strings.Cut(value, comment)
	}
	return strings.TrimSpace(value), nil
}

// quoted reads a quoted value; after it only a comment may follow on the line.
func (p *parser) quoted(quote byte) (string, error) {
	line := p.line
	end := closing(p.text, quote)
	if end < 0 {
		return "", p.fail(line, "the value is not closed: no second %c follows", quote)
	}
	value := p.take(end + 1)
	value = value[1:end]
	after := p.line
	if rest := strings.TrimSpace(p.restOfLine()); rest != "" && rest[0] != '#' {
		return "", p.fail(after, "something follows the closing %c: only a # comment may", quote)
	}
	if quote == '"' {
		value = unescape.Replace(value)
	}
	return value, nil
}

// closing is the index of the quote that closes a value, -1 when there is none.
func closing(text string, quote byte) int {
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && quote == '"':
			i++
		case text[i] == quote:
			return i
		}
	}
	return -1
}

// unescape reads the escapes of a double-quoted value.
var unescape = strings.NewReplacer(`\n`, "\n", `\r`, "\r", `\t`, "\t", `\"`, `"`, `\\`, `\`)
