// This file writes lists of words for messages.

package rules

import (
	"strconv"
	"strings"
)

// oneOf lists the values that are valid: `"a", "b" or "c"`.
func oneOf(values []string) string { return wordList(values, "or") }

// allOf lists values that belong together: `"a", "b" and "c"`.
func allOf(values []string) string { return wordList(values, "and") }

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

// isBlank reports whether a text has nothing to read.
func isBlank(text string) bool { return strings.TrimSpace(text) == "" }
