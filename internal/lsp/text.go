package lsp

import (
	"strings"
	"unicode/utf8"

	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/tsedit"
)

// offsetOf returns the byte offset of a position. A position after the end of its line, or of the text, is that end.
func offsetOf(text string, at position) int {
	start := 0
	for line := 0; line < at.Line; line++ {
		next := lineLength(text[start:])
		if next < 0 {
			return len(text)
		}
		start += next
	}
	line := text[start:]
	if next := lineLength(line); next >= 0 {
		line = strings.TrimRight(line[:next], "\r\n")
	}
	units := 0
	for i, r := range line {
		if units >= at.Character {
			return start + i
		}
		units += tsedit.Width(r)
	}
	return start + len(line)
}

// lineLength returns the length of the first line with its end (\n, \r\n or \r), -1 for the last line.
func lineLength(text string) int {
	at := strings.IndexAny(text, "\r\n")
	switch {
	case at < 0:
		return -1
	case strings.HasPrefix(text[at:], "\r\n"):
		return at + len("\r\n")
	}
	return at + 1
}

// positionOf returns the position of a byte offset.
func positionOf(text string, offset int) (at position) {
	for start := 0; ; at.Line++ {
		next := lineLength(text[start:])
		if next < 0 || start+next > offset {
			for _, r := range text[start:offset] {
				at.Character += tsedit.Width(r)
			}
			return at
		}
		start += next
	}
}

// change applies an edit of the client. A range that ends before it starts is empty.
func (c contentChange) change(text string) string {
	if c.Range == nil {
		return strings.ToValidUTF8(c.Text, string(utf8.RuneError))
	}
	start, end := offsetOf(text, c.Range.Start), offsetOf(text, c.Range.End)
	return text[:start] + c.Text + text[max(start, end):]
}

// rangeOf converts the span of a finding, whose lines and columns start at 1. A process that ran the app's code wrote
// it, so no number is certain.
func rangeOf(span diag.Span) textRange {
	start := position{bounded(span.Line), bounded(span.Column)}
	end := position{bounded(span.EndLine), bounded(span.EndColumn)}
	if end.Line < start.Line || end.Line == start.Line && end.Character < start.Character {
		end = start
	}
	return textRange{start, end}
}

// bounded returns a line or column that starts at 0, and that clients accept.
func bounded(n int) int { return min(max(n-1, 0), 1<<31-1) }

// touches reports whether two ranges share a position.
func (r textRange) touches(other textRange) bool {
	return !r.Start.after(other.End) && !other.Start.after(r.End)
}

func (p position) after(other position) bool {
	return p.Line > other.Line || p.Line == other.Line && p.Character > other.Character
}
