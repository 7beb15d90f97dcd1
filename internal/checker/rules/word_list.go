package rules

import (
	"strconv"
	"strings"
)

// oneOf lists valid values: `"a", "b" or "c"`.
func oneOf(values []string) string { return wordList(values, "or") }

// allOf lists values: `"a", "b" and "c"`.
func allOf(values []string) string { return wordList(values, "and") }

// orList lists words without quotes: `a, b or c`.
func orList(words []string) string {
	if last := len(words) - 1; last > 0 {
		return strings.Join(words[:last], ", ") + " or " + words[last]
	}
	return strings.Join(words, "")
}

// literals lists the words of an option as in TypeScript: `'a', 'b' or 'c'`.
func literals(options []option, path ...string) string {
	var words []string
	for _, word := range optionAt(options, path...).words {
		words = append(words, "'"+word+"'")
	}
	return orList(words)
}

func wordList(values []string, last string) string {
	var b strings.Builder
	for i, value := range values {
		switch {
		case i == 0:
		case i == len(values)-1:
			b.WriteString(" " + last + " ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(strconv.Quote(value))
	}
	return b.String()
}

// isBlank reports whether a string is empty or all spaces.
func isBlank(text string) bool { return strings.TrimSpace(text) == "" }
