package tsedit

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/tsscan"
)

// IsExactObject reports whether the object literal at an offset is the value of a variable that has no type with other
// members: `const a = {…}`, also with `as const` or `satisfies`, or in Object.freeze. Without types, a comment may give
// it one, and code of the object may set members of it, so an object with `this` is not exact. With types, only code
// that uses `this` by itself can.
func IsExactObject(text string, at int, isTyped bool) bool {
	if at < 0 || at >= len(text) || text[at] != '{' {
		return false
	}
	before := tsscan.Code(text[:at])
	if n := len(before) - 4; n >= 0 && slices.Equal(before[n:], []string{"Object", ".", "freeze", "("}) {
		before = before[:n]
	}
	n := len(before) - 3
	if n < 0 || before[n+2] != "=" || !slices.Contains([]string{"const", "let", "var"}, before[n]) {
		return false
	}
	return (isTyped || !hasTypeComment(text[:at]) && !isUsedByItself(text, before[n+1])) &&
		isExactFrom(tsscan.Code(text[at:]), isTyped)
}

// isExactFrom reports whether the tokens from an object literal on neither give it a type nor set members of it.
func isExactFrom(tokens []string, isTyped bool) bool {
	depth, isEnd, satisfies := 0, false, false
	for i, token := range tokens {
		next := ""
		if i+1 < len(tokens) {
			next = tokens[i+1]
		}
		depth += nesting(token)
		switch {
		case !isEnd && token == "this" && (!isTyped || next != "."):
			return false
		case !isEnd:
			isEnd = depth == 0
		case depth > 0 || token == ")" || token == "!" || token == "const":
		case token == "as" && next != "const":
			return false
		case token == "satisfies":
			satisfies = true
		case token == ";" || token != "as" && !satisfies:
			return true
		}
	}
	return isEnd
}

// hasTypeComment reports whether the last comment before the value of a variable can be its type.
func hasTypeComment(text string) bool {
	at := strings.LastIndex(text, "/**")
	return at >= 0 && strings.Contains(text[at:], "@type") && len(tsscan.Code(text[at:])) <= maxDeclaring
}

// maxDeclaring is how many tokens can precede the value of a variable: `export const a = Object.freeze(`.
const maxDeclaring = 8

// isUsedByItself reports whether a source passes, assigns or returns a name, so other code can set members of it.
func isUsedByItself(text, name string) bool {
	tokens := tsscan.Code(text)
	isExport := false
	for i, token := range tokens {
		switch {
		case token == "export" && i+1 < len(tokens) && tokens[i+1] == "{":
			isExport = true
		case token == "}":
			isExport = false
		}
		if token != name || isExport || i == 0 || i+1 == len(tokens) {
			continue
		}
		isMember := slices.Contains([]string{".", "?."}, tokens[i-1])
		isDeclared := slices.Contains([]string{"const", "let", "var"}, tokens[i-1])
		if !isMember && !isDeclared && !slices.Contains([]string{".", "?.", "?", "[", ":"}, tokens[i+1]) {
			return true
		}
	}
	return false
}

// ReadsOfGroup reports whether code reads the member at an offset of an expression in parentheses, such as a cast.
func ReadsOfGroup(text string, at int) bool {
	return at <= len(text) && strings.HasSuffix(strings.TrimRight(text[:max(at, 0)], ".?![\"' \n\r\t"), ")")
}

// NamesMember reports whether a source has a name other than to read it of an object, such as the field of a class.
func NamesMember(text, name string) bool {
	last := ""
	for _, token := range tsscan.Code(text) {
		if token == name && last != "." {
			return true
		}
		last = token
	}
	return false
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
