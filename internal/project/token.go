// This file finds where a name or a literal ends in a line of source.

package project

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokenEnd is the UTF-16 column after the token that begins at a UTF-16 column: an identifier, a
// number, a string, else one character.
func tokenEnd(line string, column int) int {
	start := byteOffset(line, column)
	if start >= len(line) {
		return column
	}
	return column + utf16Len(line[start:start+tokenLength(line[start:])])
}

// tokenLength is the length in bytes of the token that a text begins with.
func tokenLength(text string) int {
	switch text[0] {
	case '\'', '"', '`':
		return stringLength(text)
	}
	end := strings.IndexFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '$' && r != '#'
	})
	switch {
	case end < 0:
		return len(text)
	case end == 0:
		_, size := utf8.DecodeRuneInString(text)
		return size
	}
	return end
}

// stringLength is the length of a string literal; to the end of the line when it is not closed there.
func stringLength(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			return i + 1
		}
	}
	return len(strings.TrimRight(text, "\r"))
}

// byteOffset turns a UTF-16 column into a byte offset.
func byteOffset(line string, column int) int {
	units := 0
	for i, r := range line {
		if units >= column {
			return i
		}
		units += utf16Width(r)
	}
	return len(line)
}

func utf16Len(s string) int {
	n := 0
	for _, r := range s {
		n += utf16Width(r)
	}
	return n
}

func utf16Width(r rune) int {
	if r > 0xffff {
		return 2
	}
	return 1
}
