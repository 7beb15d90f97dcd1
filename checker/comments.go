// This file finds the comments of a TypeScript or JavaScript source.
//
// It is a scanner, not a parser: it knows strings, templates and regular expressions well enough not
// to see comments in them. Text of JSX elements that holds a lone backtick can mislead it; the worst
// that follows is a suppression that is not seen.

package checker

import "bytes"

// comment is one comment, with where it stands in the bytes of its source.
type comment struct {
	start, end int // from its slashes to behind its last byte, without the line's end
	line       int // of its start, 1-based
	endLine    int
}

// comments returns the comments of a source in order, and the lines that hold code (1-based). The
// braces that make an expression of a comment in JSX are not code.
func comments(source []byte) ([]comment, []bool) {
	s := &scanner{source: source, line: 1}
	s.code = make([]bool, bytes.Count(source, []byte{'\n'})+2)
	for s.pos < len(source) {
		s.step()
	}
	return s.found, s.code
}

type scanner struct {
	source []byte
	pos    int
	line   int
	found  []comment
	code   []bool
	last   byte   // the last byte of code
	word   []byte // the word that last ends, if it ends one
	depth  int    // of braces
	// templates has the depth of each template literal whose ${ is open.
	templates []int
}

func (s *scanner) step() {
	c := s.source[s.pos]
	switch {
	case c == '\n':
		s.line++
		s.pos++
	case c == ' ' || c == '\t' || c == '\r':
		s.pos++
	case c == '/' && s.peek(1) == '/':
		s.comment(s.until("\n", 0))
	case c == '/' && s.peek(1) == '*':
		s.comment(s.until("*/", len("*/")))
	case c == '{' && s.wrapped():
		s.pos++ // the comment comes next; its closing brace is skipped with it
	default:
		s.token(c)
	}
}

// peek is the byte n places ahead, 0 behind the end.
func (s *scanner) peek(n int) byte {
	if s.pos+n < len(s.source) {
		return s.source[s.pos+n]
	}
	return 0
}

// until is the offset of the next mark, behind its first skip bytes; the end of the source without one.
func (s *scanner) until(mark string, skip int) int {
	from := min(s.pos+len("//"), len(s.source))
	if i := bytes.Index(s.source[from:], []byte(mark)); i >= 0 {
		return from + i + skip
	}
	return len(s.source)
}

func (s *scanner) comment(end int) {
	c := comment{start: s.pos, end: end, line: s.line}
	s.skipTo(end)
	c.endLine = s.line
	s.found = append(s.found, c)
}

// wrapped reports whether the brace at hand opens {/* ... */}, and then takes the comment as a whole.
func (s *scanner) wrapped() bool {
	open := s.pos + 1 + leadingSpace(s.source[s.pos+1:])
	if !bytes.HasPrefix(s.source[open:], []byte("/*")) {
		return false
	}
	length := bytes.Index(s.source[open:], []byte("*/"))
	if length < 0 {
		return false
	}
	end := open + length + len("*/")
	closing := end + leadingSpace(s.source[end:])
	if closing >= len(s.source) || s.source[closing] != '}' {
		return false
	}
	s.skipTo(open)
	s.comment(end)
	s.skipTo(closing)
	return true
}

func leadingSpace(source []byte) int {
	return len(source) - len(bytes.TrimLeft(source, " \t\r\n"))
}

// skipTo moves on, counting lines.
func (s *scanner) skipTo(end int) {
	s.line += bytes.Count(s.source[s.pos:end], []byte{'\n'})
	s.pos = end
}

// token takes one piece of code.
func (s *scanner) token(c byte) {
	s.code[s.line] = true
	word := s.word
	s.word = nil
	switch {
	case c == '"' || c == '\'':
		s.quoted(c)
	case c == '`':
		s.pos++
		s.template()
	case c == '/' && regexpMayFollow(s.last, word):
		s.regexp()
	case c == '{':
		s.depth++
		s.pos++
	case c == '}':
		s.brace()
	case isWord(c):
		start := s.pos
		for s.pos < len(s.source) && isWord(s.source[s.pos]) {
			s.pos++
		}
		s.word = s.source[start:s.pos]
	default:
		s.pos++
	}
	s.last = c
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// quoted skips a string; one that is not closed ends with its line.
func (s *scanner) quoted(quote byte) {
	for s.pos++; s.pos < len(s.source); s.pos++ {
		switch s.source[s.pos] {
		case quote:
			s.pos++
			return
		case '\n':
			return
		case '\\':
			if s.peek(1) == '\n' {
				s.line++
			}
			s.pos++
		}
	}
	s.pos = len(s.source)
}

// template skips the text of a template literal up to its end or its next ${.
func (s *scanner) template() {
	for ; s.pos < len(s.source); s.pos++ {
		switch s.source[s.pos] {
		case '`':
			s.pos++
			return
		case '\n':
			s.line++
			s.code[s.line] = true
		case '\\':
			if s.peek(1) == '\n' {
				s.line++
			}
			s.pos++
		case '$':
			if s.peek(1) == '{' {
				s.pos += len("${")
				s.templates = append(s.templates, s.depth)
				s.depth++
				return
			}
		}
	}
	s.pos = len(s.source)
}

// brace closes a block, or the ${ of a template, whose text then goes on.
func (s *scanner) brace() {
	s.pos++
	s.depth = max(0, s.depth-1)
	if n := len(s.templates); n > 0 && s.templates[n-1] == s.depth {
		s.templates = s.templates[:n-1]
		s.template()
	}
}

// regexp skips a regular expression; one that is not closed ends with its line.
func (s *scanner) regexp() {
	class := false
	for s.pos++; s.pos < len(s.source); s.pos++ {
		switch c := s.source[s.pos]; {
		case c == '\n':
			return
		case c == '\\' && s.peek(1) != '\n':
			s.pos++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			s.pos++
			return
		}
	}
	s.pos = len(s.source)
}

// regexpMayFollow tells a regular expression from a division by what stands before the slash.
func regexpMayFollow(last byte, word []byte) bool {
	if word != nil {
		switch string(word) {
		case "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "yield", "await", "instanceof":
			return true
		}
		return false
	}
	return last == 0 || bytes.IndexByte([]byte("(,=:[!&|?{;+-*%^~"), last) >= 0
}
