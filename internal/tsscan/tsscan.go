// Package tsscan splits TypeScript and JavaScript source into tokens, for code that needs to know comments and string
// contents from code but no syntax tree.
//
// It does not know JSX: an apostrophe in the text of an element starts a string, which ends at the line break, and a
// lone backtick starts a template. It never fails: unclosed strings and regular expressions end at the line break, and
// unclosed comments and templates at the end of the source.
package tsscan

import "strings"

// Kind is the kind of a token.
type Kind uint8

const (
	// Space is a run of spaces, tabs and line breaks. A byte order mark at the start of the source belongs to it.
	Space Kind = iota
	// Comment is a comment with its delimiters, without the line break.
	Comment
	// Word is an identifier, a keyword or a number.
	Word
	// String is a string with its quotes.
	String
	// Template is a part of a template literal between its backticks and substitutions. It includes the backticks, and
	// excludes `${` and `}`.
	Template
	// Regexp is a regular expression with its slashes, without flags.
	Regexp
	// Punct is one byte of punctuation, or `${`.
	Punct
)

// byteOrderMark is at the start of files from some editors.
const byteOrderMark = "\ufeff"

// Token is a range of bytes of the source. The tokens of a source cover it completely.
type Token struct {
	Kind       Kind
	Start, End int
}

// Scanner returns the tokens of a source. Create it with New.
type Scanner struct {
	source string
	pos    int
	// depth counts the open braces. templates holds the depth at each open substitution of a template.
	depth     int
	templates []int
	inside    bool // the next token is the text of a template

	// last is the last token of code, and before the byte in front of it: they decide what a slash means.
	last   Token
	before byte
}

// New returns a scanner at the start of a source.
func New(source string) *Scanner { return &Scanner{source: source} }

// Next returns the next token; ok is false at the end of the source.
func (s *Scanner) Next() (token Token, ok bool) {
	if s.pos >= len(s.source) {
		return Token{}, false
	}
	token = Token{Kind: s.kind(), Start: s.pos}
	token.End = s.end(token.Kind)
	s.pos = token.End
	if token.Kind != Space && token.Kind != Comment {
		s.before = 0
		if token.Start > 0 {
			s.before = s.source[token.Start-1]
		}
		s.last = token
	}
	return token, true
}

// First returns the length in bytes of the first token of a text. A template counts as one token.
func First(text string) int {
	s := New(text)
	token, _ := s.Next()
	for token.Kind == Template && (s.inside || len(s.templates) > 0) {
		if _, ok := s.Next(); !ok {
			break
		}
	}
	return s.pos
}

func (s *Scanner) kind() Kind {
	rest := s.source[s.pos:]
	switch c := rest[0]; {
	case s.inside && !strings.HasPrefix(rest, "${"):
		return Template
	case s.inside:
		return Punct
	case isSpace(c), s.pos == 0 && strings.HasPrefix(rest, byteOrderMark):
		return Space
	case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "/*"):
		return Comment
	case c == '\'' || c == '"':
		return String
	case c == '`':
		return Template
	case isWord(c):
		return Word
	case c == '/' && s.startsRegexp():
		return Regexp
	}
	return Punct
}

// end returns the end of the token at pos, and tracks braces and templates.
func (s *Scanner) end(kind Kind) int {
	rest := s.source[s.pos:]
	switch kind {
	case Space:
		mark := len(rest) - len(strings.TrimPrefix(rest, byteOrderMark))
		return s.pos + mark + runLength(rest[mark:], isSpace)
	case Word:
		return s.pos + runLength(rest, isWord)
	case Comment:
		if rest[1] == '/' {
			return s.pos + until(rest, "\n", 0)
		}
		return s.pos + until(rest, "*/", len("*/"))
	case String, Regexp:
		return s.pos + quotedLength(rest)
	case Template:
		return s.pos + s.templateLength(rest)
	}
	switch {
	case s.inside: // ${
		s.inside = false
		s.templates = append(s.templates, s.depth)
		s.depth++
		return s.pos + len("${")
	case rest[0] == '{':
		s.depth++
	case rest[0] == '}':
		s.depth = max(0, s.depth-1)
		if n := len(s.templates); n > 0 && s.templates[n-1] == s.depth {
			s.templates = s.templates[:n-1]
			s.inside = true
		}
	}
	return s.pos + 1
}

// templateLength returns the length of the text of a template up to its end or its next substitution.
func (s *Scanner) templateLength(text string) int {
	i := 0
	if !s.inside {
		i, s.inside = 1, true // the opening backtick
	}
	for ; i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case text[i] == '`':
			s.inside = false
			return i + 1
		case strings.HasPrefix(text[i:], "${"):
			return i
		}
	}
	return len(text)
}

// quotedLength returns the length of a string or regular expression, which ends with the delimiter it starts with.
func quotedLength(text string) int {
	class := false
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n':
			return i
		case c == '\\' && (text[0] != '/' || !strings.HasPrefix(text[i+1:], "\n")):
			i++
		case c == '[' && text[0] == '/':
			class = true
		case c == ']':
			class = false
		case c == text[0] && !class:
			return i + 1
		}
	}
	return len(text)
}

// operators are the bytes after which a slash starts a regular expression. `<` and `>` are absent, because JSX tags
// have them, and `}`, which ends JSX expressions.
const operators = "(,=:[!&|?{;+-*%^~"

// keywords are the words after which a slash starts a regular expression.
var keywords = map[string]bool{
	"await": true, "case": true, "default": true, "delete": true, "do": true, "else": true, "in": true,
	"instanceof": true, "new": true, "of": true, "return": true, "throw": true, "typeof": true, "void": true,
	"yield": true,
}

// startsRegexp reports whether a slash at pos starts a regular expression. After a value, it divides.
func (s *Scanner) startsRegexp() bool {
	text := s.source[s.last.Start:s.last.End]
	if text == "" {
		return true // the start of the source
	}
	c := text[len(text)-1]
	switch s.last.Kind {
	case Word:
		return keywords[text] && s.before != '.'
	case Punct:
		if c == '+' || c == '-' {
			return s.before != c // x++ / y divides
		}
		return strings.IndexByte(operators, c) >= 0 || c == '>' && s.before == '='
	}
	return false
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
		c == '_' || c == '$' || c == '#' || c >= 0x80
}

// runLength returns the length of the bytes at the start of a text that belong to a class.
func runLength(text string, belongs func(byte) bool) int {
	for i := range len(text) {
		if !belongs(text[i]) {
			return i
		}
	}
	return len(text)
}

// until returns the offset of a mark after the first two bytes, plus skip; the length of the text without one.
func until(text, mark string, skip int) int {
	if i := strings.Index(text[2:], mark); i >= 0 {
		return 2 + i + skip
	}
	return len(text)
}
