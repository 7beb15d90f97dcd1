package project

import (
	"strings"

	"github.com/appsvc/svc/internal/tsscan"
)

// tokenEnd returns the UTF-16 column after the token at a UTF-16 column: an identifier, number, string or else one
// character.
func tokenEnd(line string, column int) int {
	start := byteOffset(line, column)
	if start >= len(line) {
		return column
	}
	line = strings.TrimSuffix(line, "\r")
	return column + utf16Len(line[start:start+tsscan.First(line[start:])])
}

// byteOffset converts a UTF-16 column to a byte offset.
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
