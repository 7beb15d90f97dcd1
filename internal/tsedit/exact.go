package tsedit

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/tsscan"
)

// IsExactObject reports whether the object literal at an offset is the value of a variable that has no type with other
// members: `const a = {…}`, also with `as const` or `satisfies`, or in Object.freeze. Without types, code of the object
// may set members of it, so an object with `this` is not exact.
func IsExactObject(text string, at int, isTyped bool) bool {
	if at < 0 || at >= len(text) || text[at] != '{' {
		return false
	}
	before := codeTokens(text[:at])
	if n := len(before) - 4; n >= 0 && slices.Equal(before[n:], []string{"Object", ".", "freeze", "("}) {
		before = before[:n]
	}
	n := len(before) - 3
	if n < 0 || before[n+2] != "=" || !slices.Contains([]string{"const", "let", "var"}, before[n]) {
		return false
	}
	depth, last := 0, ""
	scanner := tsscan.New(text[at:])
	for token, more := scanner.Next(); more; token, more = scanner.Next() {
		written := text[at+token.Start : at+token.End]
		switch {
		case token.Kind == tsscan.Space || token.Kind == tsscan.Comment:
			continue
		case depth > 0 && written == "this" && !isTyped:
			return false
		case depth > 0 || last == "":
			if token.Kind == tsscan.Punct {
				depth += nesting(written)
			}
		case last == "as":
			return written == "const"
		case written != "as" && written != ")":
			return true
		}
		last = written
	}
	return depth == 0
}

// NamesMember reports whether a source has a name other than to read it of an object, such as the field of a class.
func NamesMember(text, name string) bool {
	last := ""
	for _, token := range codeTokens(text) {
		if token == name && last != "." {
			return true
		}
		last = token
	}
	return false
}

// codeTokens returns the tokens of a text, without space and comments.
func codeTokens(text string) (tokens []string) {
	scanner := tsscan.New(text)
	for token, more := scanner.Next(); more; token, more = scanner.Next() {
		if token.Kind != tsscan.Space && token.Kind != tsscan.Comment {
			tokens = append(tokens, text[token.Start:token.End])
		}
	}
	return tokens
}

// nesting is how much a token of punctuation opens, less than 0 for one that closes.
func nesting(written string) int {
	switch {
	case strings.Contains("}])", written):
		return -1
	case written == "${" || strings.Contains("{[(", written):
		return 1
	}
	return 0
}
