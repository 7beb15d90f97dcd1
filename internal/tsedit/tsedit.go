// Package tsedit edits TypeScript source by its tokens. An edit keeps the form of the code around it: quotes, commas,
// indentation and line breaks.
//
// A function that does not find the form of code that it edits returns no edit, because a wrong one would change what
// the code does. Start at Edit.
package tsedit

import "strings"

// Edit replaces a range of bytes of a text.
type Edit struct {
	Start, End int
	Text       string
}

func insertion(at int, text string) Edit { return Edit{at, at, text} }

// Apply returns a text with edits, which are sorted and do not overlap.
func Apply(text string, edits ...Edit) string {
	var b strings.Builder
	at := 0
	for _, edit := range edits {
		b.WriteString(text[at:edit.Start])
		b.WriteString(edit.Text)
		at = edit.End
	}
	b.WriteString(text[at:])
	return b.String()
}

// ByteOrderMark is at the start of files from some editors. Columns do not count it.
const ByteOrderMark = "\ufeff"

// codeStart returns the offset of the first line's text.
func codeStart(text string) int {
	if strings.HasPrefix(text, ByteOrderMark) {
		return len(ByteOrderMark)
	}
	return 0
}

// LineBreak returns the form of the last line break of a text.
func LineBreak(text string) string {
	if at := strings.LastIndexByte(text, '\n'); at > 0 && text[at-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
