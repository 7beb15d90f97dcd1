// This file tells code from text in a TypeScript source, so that an edit is never led by a comment or a string.

package scaffold

import "strings"

// Mask is the source with all that is no code made blank: comments, and what strings, templates and
// regular expressions hold. Quotes, line breaks and the code inside of `${…}` stay; every byte keeps
// its offset.
func Mask(source string) string {
	m := &masker{source: source, out: []byte(source)}
	m.code(0, false)
	return string(m.out)
}

type masker struct {
	source string
	out    []byte
	// last is the last byte of code before the current one, 0 at the start; it tells a division from a
	// regular expression.
	last byte
}

// code walks from offset i to the end, or, inside of a template, past the bracket that ends its
// expression.
func (m *masker) code(i int, inTemplate bool) int {
	depth := 0
	for i < len(m.source) {
		c := m.source[i]
		switch {
		case strings.HasPrefix(m.source[i:], "//"):
			i = m.blank(i, m.end(i, "\n"))
			continue
		case strings.HasPrefix(m.source[i:], "/*"):
			i = m.blank(i, min(m.end(i+2, "*/")+2, len(m.source)))
			continue
		case c == '\'' || c == '"':
			i = m.literal(i, c)
		case c == '/' && m.startsRegexp(i):
			i = m.literal(i, c)
		case c == '`':
			i = m.template(i)
		case c == '{':
			depth++
			i++
		case c == '}':
			i++
			if depth--; depth < 0 && inTemplate {
				return i
			}
		default:
			i++
		}
		if strings.IndexByte(" \t\r\n", c) < 0 {
			m.last = c
		}
	}
	return i
}

// literal blanks what stands between a quote at i and its end, which is on the same line.
func (m *masker) literal(i int, quote byte) int {
	inClass := false
	at := i + 1
	for ; at < len(m.source) && m.source[at] != '\n'; at++ {
		switch c := m.source[at]; {
		case c == '\\':
			at++
		case c == '[' && quote == '/':
			inClass = true
		case c == ']':
			inClass = false
		case c == quote && !inClass:
			m.blank(i+1, at)
			return at + 1
		}
	}
	at = min(at, len(m.source))
	m.blank(i+1, at)
	return at
}

// template blanks the text of the template that opens at i, and masks the code inside of it.
func (m *masker) template(i int) int {
	from := i + 1
	for at := from; at < len(m.source); at++ {
		switch {
		case m.source[at] == '\\':
			at++
		case m.source[at] == '`':
			m.blank(from, at)
			return at + 1
		case strings.HasPrefix(m.source[at:], "${"):
			m.blank(from, at)
			m.last = '{'
			from = m.code(at+2, true)
			at = from - 1
		}
	}
	return m.blank(from, len(m.source))
}

// startsRegexp reports whether the slash at i starts a regular expression: one that follows a value divides.
func (m *masker) startsRegexp(i int) bool {
	if m.last == 0 || strings.IndexByte("(,=:[!&|?{};+-*%~^<>", m.last) >= 0 {
		return true
	}
	const longest = len("default ")
	before := strings.TrimRight(string(m.out[max(0, i-longest):i]), " \t\r\n")
	for _, word := range []string{"return", "typeof", "case", "default"} {
		if strings.HasSuffix(before, word) {
			return true
		}
	}
	return false
}

// end is the offset of the next mark at or behind i, or of the end.
func (m *masker) end(i int, mark string) int {
	if at := strings.Index(m.source[i:], mark); at >= 0 {
		return i + at
	}
	return len(m.source)
}

// blank makes the bytes from i up to end spaces, but for line breaks.
func (m *masker) blank(i, end int) int {
	for ; i < end; i++ {
		if m.out[i] != '\n' && m.out[i] != '\r' {
			m.out[i] = ' '
		}
	}
	return end
}
