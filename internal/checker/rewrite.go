package checker

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
}

func readerAt(text string, at int) *reader {
	return &reader{text, at, tsscan.New(text[at:])}
}

// next returns the next token with offsets in the whole text. At the end it is empty.
func (c *reader) next() (token tsscan.Token) {
	for {
		token, more := c.scanner.Next()
		if !more {
			return tsscan.Token{Kind: tsscan.Space, Start: len(c.text), End: len(c.text)}
		}
		if token.Kind != tsscan.Space && token.Kind != tsscan.Comment {
			return tsscan.Token{Kind: token.Kind, Start: c.base + token.Start, End: c.base + token.End}
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
	return token, c.ends(after) && (token.Kind == tsscan.String || c.isPlainTemplate(token))
}

// ends reports whether an expression ends before a token.
func (c *reader) ends(token tsscan.Token) bool {
	return slices.Contains([]string{",", "}", "]", ")", ";", "as", "satisfies", ""}, c.textOf(token))
}

// isPlainTemplate reports whether a token is a whole template literal without substitutions.
func (c *reader) isPlainTemplate(token tsscan.Token) bool {
	text := c.textOf(token)
	return token.Kind == tsscan.Template && len(text) > 1 && strings.HasPrefix(text, "`") && strings.HasSuffix(text, "`")
}

// isPlain reports whether a text means itself in every kind of string.
func isPlain(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		return r < ' ' || r == '\'' || r == '"' || r == '`' || r == '\\' || r == '$' || r == 0x2028 || r == 0x2029
	})
}

func replaceInString(text string, at int, old, new string) (rewrite, bool) {
	token, ok := readerAt(text, at).literal()
	if !ok || !isPlain(old) || !isPlain(new) {
		return rewrite{}, false
	}
	start := wordIndex(text[token.Start+1:token.End-1], old)
	if start < 0 {
		return rewrite{}, false
	}
	start += token.Start + 1
	return rewrite{start, start + len(old), new}, true
}

// wordIndex returns where a text has a word, -1 if nowhere or more than once.
func wordIndex(text, word string) int {
	found := -1
	for at := 0; ; {
		next := strings.Index(text[at:], word)
		if next < 0 {
			return found
		}
		start, end := at+next, at+next+len(word)
		if !(start > 0 && isNameByte(text[start-1])) && !(end < len(text) && isNameByte(text[end])) {
			if found >= 0 {
				return -1
			}
			found = start
		}
		at = start + 1
	}
}

func isNameByte(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// isName reports whether a text is an identifier of ASCII.
func isName(text string) bool {
	for i := range len(text) {
		if c := text[i]; !isNameByte(c) || c >= 0x80 || i == 0 && c >= '0' && c <= '9' {
			return false
		}
	}
	return text != ""
}

func renameAt(text string, at int, old, new string) (rewrite, bool) {
	c := readerAt(text, at)
	token := c.next()
	switch written := c.textOf(token); {
	case !isName(new):
	case token.Kind == tsscan.String && written[1:len(written)-1] == old:
		return rewrite{token.Start + 1, token.End - 1, new}, true
	case token.Kind == tsscan.Word && written == old:
		if after := c.textOf(c.next()); after == "," || after == "}" { // a shorthand
			new += ": " + old
		}
		return rewrite{token.Start, token.End, new}, true
	}
	return rewrite{}, false
}

// appendToList adds a string at the end of the array that is the value of a member, in the form of the others.
func appendToList(text string, at int, item string) (rewrite, bool) {
	c := readerAt(text, at)
	c.next()
	if c.textOf(c.next()) != ":" {
		return rewrite{}, false
	}
	last := c.next()
	if c.textOf(last) != "[" || !isPlain(item) {
		return rewrite{}, false
	}
	quote, previous := "'", last
	for {
		token := c.next()
		switch written := c.textOf(token); {
		case written == "]" && (strings.TrimSpace(text[last.End:token.Start]) != "" || !c.ends(c.next())):
			return rewrite{}, false // a comment about the last one, or a longer expression
		case written == "]" && c.textOf(last) == "[":
			return rewrite{last.End, last.End, quote + item + quote}, true
		case written == "]" && c.textOf(last) == ",":
			return rewrite{last.End, last.End, separator(text, previous) + quote + item + quote + ","}, true
		case written == "]":
			return rewrite{last.End, last.End, "," + separator(text, last) + quote + item + quote}, true
		case token.Kind == tsscan.String:
			quote = written[:1]
		case written != ",":
			return rewrite{}, false // not only strings
		}
		previous, last = last, token
	}
}

// separator returns the space before a token: its line break and indentation if it starts a line, else one space.
func separator(text string, token tsscan.Token) string {
	start := len(strings.TrimRight(text[:token.Start], " \t"))
	if start == 0 || text[start-1] != '\n' {
		return " "
	}
	return lineBreak(text[:start]) + text[start:token.Start]
}

// lineBreak returns the form of the last line break of a text.
func lineBreak(text string) string {
	if at := strings.LastIndexByte(text, '\n'); at > 0 && text[at-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
