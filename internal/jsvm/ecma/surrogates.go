package ecma

import (
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/lazyregexp"
)

// Noncharacters tell classes of surrogates apart. No text has them in practice, and a pattern does not match them.
const (
	firstMark = 0xFDD0
	mostMarks = 32
)

// surrogateEscape is an escape of a surrogate, as in a pattern without the u flag.
var surrogateEscape = lazyregexp.New(`\\u[dD][89a-fA-F][0-9a-fA-F]{2}`)

// mentionsSurrogates reports whether a pattern or script may contain a class of surrogates.
func mentionsSurrogates[T string | []byte](text T) bool {
	return surrogateEscape().Match([]byte(text))
}

// separateSurrogates rewrites classes that differ in surrogates only, in a pattern without the u flag. The engine's
// library compares classes by their text in UTF-8, which has no surrogates, and keeps the first of equal ones. So each
// further class gets a member of its own, which a lookahead excludes: [\uDC00-\uDFFF] becomes
// (?:(?!\uFDD0)[\uDC00-\uDFFF\uFDD0]), and [^\uD800-\uDBFF] becomes (?:[^\uD800-\uDBFF\uFDD1]|\uFDD1).
func separateSurrogates(pattern string) string {
	if !mentionsSurrogates(pattern) {
		return pattern
	}
	var out strings.Builder
	marks := map[string]int{} // by class
	for at := 0; at < len(pattern); {
		class := classAt(pattern[at:])
		switch {
		case class == "":
			next := at + 1
			if pattern[at] == '\\' && next < len(pattern) {
				next++
			}
			out.WriteString(pattern[at:next])
			at = next
			continue
		case surrogateEscape().MatchString(class):
			if _, known := marks[class]; !known {
				marks[class] = len(marks)
			}
			out.WriteString(marked(class, marks[class]))
		default:
			out.WriteString(class)
		}
		at += len(class)
	}
	return out.String()
}

// classAt returns the class that a text begins with, or "".
func classAt(text string) string {
	if text[0] != '[' {
		return ""
	}
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case ']':
			return text[:i+1]
		}
	}
	return ""
}

// marked returns a class with a member of its own. The first class of a pattern needs none.
func marked(class string, number int) string {
	if number == 0 || number > mostMarks {
		return class
	}
	mark := fmt.Sprintf(`\u%04X`, firstMark+number-1)
	with := class[:len(class)-1] + mark + "]"
	if strings.HasPrefix(class, "[^") {
		return "(?:" + with + "|" + mark + ")"
	}
	return "(?:(?!" + mark + ")" + with + ")"
}
