// This file reads the strings of JSON text, and tells what is wrong with a text in V8's words.

package ecma

import (
	"fmt"
	"slices"
	"unicode/utf8"
)

// string reads a string literal. Most have no escape and are a part of the text itself.
func (p *jsonParser) string() string {
	p.at++
	start := p.at
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == '"':
			p.at++
			return p.text[start : p.at-1]
		case c == '\\':
			return p.escaped(start)
		case c < ' ':
			p.fail("Bad control character in string literal in JSON")
		default:
			p.at++
		}
	}
	p.fail("Unterminated string in JSON")
	return ""
}

// escaped reads the rest of a string that has escapes.
func (p *jsonParser) escaped(start int) string {
	out := append(make([]byte, 0, p.at-start+32), p.text[start:p.at]...)
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == '"':
			p.at++
			return string(out)
		case c == '\\':
			p.at++
			out = p.escape(out)
		case c < ' ':
			p.fail("Bad control character in string literal in JSON")
		default:
			out = append(out, c)
			p.at++
		}
	}
	p.fail("Unterminated string in JSON")
	return ""
}

// escape reads what follows a backslash.
func (p *jsonParser) escape(out []byte) []byte {
	c := p.peek()
	switch c {
	case '"', '\\', '/':
	case 'b':
		c = '\b'
	case 'f':
		c = '\f'
	case 'n':
		c = '\n'
	case 'r':
		c = '\r'
	case 't':
		c = '\t'
	case 'u':
		p.at++
		return appendUnit(out, p.hexUnit())
	default:
		if p.at >= len(p.text) {
			p.unexpected()
		}
		p.fail("Bad escaped character in JSON")
	}
	p.at++
	return append(out, c)
}

func (p *jsonParser) hexUnit() rune {
	unit := rune(0)
	for range 4 {
		c := p.peek()
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			p.fail("Bad Unicode escape in JSON")
		}
		unit = unit<<4 | rune(c)
		p.at++
	}
	return unit
}

// fail throws a SyntaxError that names the place.
func (p *jsonParser) fail(message string) {
	line, column := 1, 1
	for _, r := range p.text[:p.at] {
		column++
		if r > 0xFFFF {
			column++
		}
		if r == '\n' {
			line, column = line+1, 1
		}
	}
	panic(p.realm.NewError("SyntaxError", fmt.Sprintf(
		"%s at position %d (line %d column %d)", message, utf16Length(p.text[:p.at]), line, column,
	)))
}

// shownAround is how much of a text V8 shows on each side of what it did not expect.
const shownAround = 10

// notEvenJSON are texts that come from values which should not have been passed at all.
var notEvenJSON = []string{"undefined", "NaN", "Infinity", "[object Object]"}

// unexpected throws a SyntaxError that shows the text around.
func (p *jsonParser) unexpected() {
	if p.at >= len(p.text) {
		panic(p.realm.NewError("SyntaxError", "Unexpected end of JSON input"))
	}
	if slices.Contains(notEvenJSON, p.text) {
		panic(p.realm.NewError("SyntaxError", `"`+p.text+`" is not valid JSON`))
	}
	token, _ := utf8.DecodeRuneInString(p.text[p.at:])
	runes := []rune(p.text)
	at := utf8.RuneCountInString(p.text[:p.at])
	from, to := max(at-shownAround, 0), min(at+shownAround, len(runes))
	before, after := "...", "..."
	if len(runes) <= 4*shownAround {
		from, to = 0, len(runes)
	}
	if from == 0 {
		before = ""
	}
	if to == len(runes) {
		after = ""
	}
	shown := string(runes[from:to])
	panic(p.realm.NewError(
		"SyntaxError", fmt.Sprintf(`Unexpected token '%c', %s"%s"%s is not valid JSON`, token, before, shown, after),
	))
}

func utf16Length(text string) int {
	n := 0
	for _, r := range text {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}
