package tsedit

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/tsscan"
)

// reader returns the tokens of code from an offset, without spaces and comments.
type reader struct {
	text    string
	base    int
	scanner *tsscan.Scanner
	// comment is the last comment before the token that next returned.
	comment tsscan.Token
}

func readerAt(text string, at int) *reader {
	return &reader{text: text, base: at, scanner: tsscan.New(text[at:])}
}

// next returns the next token with offsets in the whole text. At the end it is empty.
func (c *reader) next() tsscan.Token {
	for {
		token, more := c.scanner.Next()
		if !more {
			return tsscan.Token{Kind: tsscan.Space, Start: len(c.text), End: len(c.text)}
		}
		token.Start, token.End = c.base+token.Start, c.base+token.End
		switch token.Kind {
		case tsscan.Space:
		case tsscan.Comment:
			c.comment = token
		default:
			return token
		}
	}
}

func (c *reader) textOf(token tsscan.Token) string { return c.text[token.Start:token.End] }

// literal returns the string at the reader or, after a key and a colon, the value. The expression must end there, so
// that no part of a longer one is changed.
func (c *reader) literal() (token tsscan.Token, ok bool) {
	token = c.next()
	after := c.next()
	if c.textOf(after) == ":" && (token.Kind == tsscan.Word || token.Kind == tsscan.String) {
		token, after = c.next(), c.next()
	}
	isString := token.Kind == tsscan.String || token.Kind == tsscan.Template
	return token, isString && c.isWhole(token) && c.ends(after)
}

// isWhole reports whether a string ends with its quote, and a template is one without substitutions.
func (c *reader) isWhole(token tsscan.Token) bool {
	text := c.textOf(token)
	return len(text) > 1 && strings.IndexByte("'\"`", text[0]) >= 0 && text[len(text)-1] == text[0]
}

// ends reports whether an expression ends before a token.
func (c *reader) ends(token tsscan.Token) bool {
	return slices.Contains([]string{",", "}", "]", ")", ";", "as", "satisfies", ""}, c.textOf(token))
}

// nesting returns by how much a token changes the depth of brackets.
func (c *reader) nesting(token tsscan.Token) int {
	switch {
	case token.Kind != tsscan.Punct:
	case strings.HasSuffix(c.textOf(token), "{"), strings.ContainsAny(c.textOf(token), "(["):
		return 1
	case strings.ContainsAny(c.textOf(token), ")]}"):
		return -1
	}
	return 0
}
