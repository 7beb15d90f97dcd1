package devvars

import (
	"fmt"
	"strings"
)

type parser struct {
	text string // the unread rest
	line int
}

func (p *parser) done() bool { return p.text == "" }

// take removes and returns n bytes, and counts their lines.
func (p *parser) take(n int) string {
	taken := p.text[:n]
	p.text = p.text[n:]
	p.line += strings.Count(taken, "\n")
	return taken
}

// restOfLine removes and returns the rest of the line. The result lacks the line end.
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

// entry reads one binding. found is false for an empty line or a comment.
func (p *parser) entry() (v Var, found bool, err error) {
	line := p.line
	end := strings.IndexAny(p.text, "=\n")
	if end < 0 || p.text[end] == '\n' {
		text := strings.TrimSpace(p.restOfLine())
		if text == "" || text[0] == '#' {
			return v, false, nil
		}
		return v, false, p.fail(line, "missing \"=\": write NAME=value, or start a comment with #")
	}
	if name := strings.TrimSpace(p.text[:end]); strings.HasPrefix(name, "#") {
		p.restOfLine()
		return v, false, nil
	}
	name := bareName(p.take(end + 1))
	if !isName(name) {
		return v, false, p.fail(line,
			"invalid name before \"=\": use letters, digits, \"_\", \"-\" and \".\", and do not start with a digit")
	}
	value, err := p.value()
	return Var{Name: name, Value: value, Line: line}, true, err
}

// bareName removes `export ` and "=" from a name.
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

// quoted reads a quoted value. Only a comment may follow on its line.
func (p *parser) quoted(quote byte) (string, error) {
	line := p.line
	end := closing(p.text, quote)
	if end < 0 {
		return "", p.fail(line, "the value is not closed: add the second %c", quote)
	}
	value := p.take(end + 1)
	value = value[1:end]
	after := p.line
	if rest := strings.TrimSpace(p.restOfLine()); rest != "" && rest[0] != '#' {
		return "", p.fail(after, "unexpected text after the closing %c: only a # comment may follow", quote)
	}
	if quote == '"' {
		value = unescape.Replace(value)
	}
	return value, nil
}

// closing returns the index of the quote that closes a value, or -1.
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

// unescape replaces the escapes of a double-quoted value.
var unescape = strings.NewReplacer(`\n`, "\n", `\r`, "\r", `\t`, "\t", `\"`, `"`, `\\`, `\`)
