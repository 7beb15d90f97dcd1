package tsedit

import "strings"

// Offset returns the byte offset of a line and a UTF-16 column, which start at 1, or -1 after the last line.
func Offset(text string, line, column int) int {
	at := codeStart(text)
	for ; line > 1; line-- {
		next := strings.IndexByte(text[at:], '\n')
		if next < 0 {
			return -1
		}
		at += next + 1
	}
	return at + ColumnOffset(text[at:], column)
}

// Place returns the line and the UTF-16 column of a byte offset, which start at 1. It is the inverse of Offset.
func Place(text string, offset int) (line, column int) {
	start := codeStart(text)
	line, column = 1+strings.Count(text[:offset], "\n"), 1
	if line > 1 {
		start = strings.LastIndexByte(text[:offset], '\n') + 1
	}
	for _, r := range text[start:offset] {
		column += Width(r)
	}
	return line, column
}

// ColumnOffset returns the byte offset of a UTF-16 column in the first line of a text. It is at most the line's length.
func ColumnOffset(text string, column int) int {
	units := 1
	for i, r := range text {
		if units >= column || r == '\n' {
			return i
		}
		units += Width(r)
	}
	return len(text)
}

// Width returns how many columns a character takes: its UTF-16 units.
func Width(r rune) int {
	if r > 0xffff {
		return 2
	}
	return 1
}
