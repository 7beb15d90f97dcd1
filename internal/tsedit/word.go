package tsedit

import (
	"strings"

	"github.com/appsvc/svc/internal/tsscan"
)

// Replace replaces a word in the string at an offset, or in the value of the member there.
func Replace(text string, at int, old, new string) []Edit {
	token, ok := readerAt(text, at).literal()
	if !ok || !isPlain(strings.ReplaceAll(old, `\`, "/")) || !isPlain(new) {
		return nil
	}
	if strings.Contains(old, `\`) { // escaped in the string, which is replaced as a whole
		if text[token.Start+1:token.End-1] != strings.ReplaceAll(old, `\`, `\\`) {
			return nil
		}
		return []Edit{{token.Start + 1, token.End - 1, new}}
	}
	start := wordIndex(text[token.Start+1:token.End-1], old)
	if start < 0 {
		return nil
	}
	start += token.Start + 1
	return []Edit{{start, start + len(old), new}}
}

// ForwardSlashes replaces the backslashes, escaped or not, in the string at an offset.
func ForwardSlashes(text string, at int) []Edit {
	token := readerAt(text, at).next()
	if token.Kind != tsscan.String || token.End-token.Start < 2 {
		return nil
	}
	written := text[token.Start+1 : token.End-1]
	slashes := strings.ReplaceAll(strings.ReplaceAll(written, `\\`, "/"), `\`, "/")
	if slashes == written || !isPlain(slashes) {
		return nil
	}
	return []Edit{{token.Start + 1, token.End - 1, slashes}}
}

// Rename renames the member, or the identifier, at an offset.
func Rename(text string, at int, old, new string) []Edit {
	c := readerAt(text, at)
	token := c.next()
	switch written := c.textOf(token); {
	case !isName(new):
	case token.Kind == tsscan.String && c.isWhole(token) && written[1:len(written)-1] == old:
		return []Edit{{token.Start + 1, token.End - 1, new}}
	case token.Kind == tsscan.Word && written == old:
		if after := c.textOf(c.next()); after == "," || after == "}" { // a shorthand
			new += ": " + old
		}
		return []Edit{{token.Start, token.End, new}}
	}
	return nil
}

// Uses reports whether code uses a name: a word that is not a member of an object or a key.
func Uses(text, name string) bool {
	c := readerAt(text, 0)
	var last tsscan.Token
	for token := c.next(); token.Start < len(text); {
		next := c.next()
		if token.Kind == tsscan.Word && c.textOf(token) == name && c.textOf(last) != "." && c.textOf(next) != ":" {
			return true
		}
		last, token = token, next
	}
	return false
}

// isPlain reports whether a text means itself in every kind of string.
func isPlain(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		return r < ' ' || r == '\'' || r == '"' || r == '`' || r == '\\' || r == '$' || r == 0x2028 || r == 0x2029
	})
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
