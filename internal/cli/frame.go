// This file shows the source line of a finding, with carets under the span.

package cli

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/charmbracelet/lipgloss"

	"github.com/appsvc/svc/internal/diag"
)

// frame prints the place and its line, and returns the width of the line number, which notes below
// are aligned to. The severity gives the carets their colour; "" is for a second place.
func (t *textPrinter) frame(span diag.Span, severity diag.Severity) int {
	number := strconv.Itoa(span.Line)
	margin := strings.Repeat(" ", len(number))
	fmt.Fprintf(t.w, "%s%s %s\n", margin, t.paint(cyan, "-->"), place(span))
	line, ok := t.line(span.File, span.Line)
	if !ok {
		return len(number)
	}
	before, under := carets(line, span)
	text, shift := t.crop(showTabs(line), before, len(margin)+len(" | "))
	bar := t.paint(cyan, "|")
	fmt.Fprintf(t.w, "%s %s\n", margin, bar)
	fmt.Fprintf(t.w, "%s %s %s\n", t.paint(cyan, number), bar, text)
	caret := strings.Repeat("^", under)
	switch severity {
	case "":
		caret = t.paint(cyan, strings.Repeat("-", under))
	case diag.Error:
		caret = t.paint(boldRed, caret)
	default:
		caret = t.paint(boldYellow, caret)
	}
	fmt.Fprintf(t.w, "%s %s %s%s\n", margin, bar, strings.Repeat(" ", before-shift), caret)
	return len(number)
}

// line is one line of a file, 1-based.
func (t *textPrinter) line(file string, number int) (string, bool) {
	lines, known := t.lines[file]
	if !known {
		if t.report.Source != nil {
			if source := t.report.Source(file); source != nil {
				lines = strings.Split(string(source), "\n")
			}
		}
		t.lines[file] = lines
	}
	if number < 1 || number > len(lines) {
		return "", false
	}
	return strings.TrimSuffix(lines[number-1], "\r"), true
}

// tab is how a tab is shown: carets below a line must not depend on the terminal's stops.
const tab = "  "

// showTabs makes a source line safe to print.
func showTabs(line string) string {
	return OneLine(strings.ReplaceAll(line, "\t", tab))
}

// carets is the number of columns before the span, and the number of columns that it fills: at least
// one, and the whole word for a span without length.
func carets(line string, span diag.Span) (before, under int) {
	start := offsetOf(line, span.Column)
	end := len(line)
	switch {
	case span.EndLine == span.Line && span.EndColumn > span.Column:
		end = offsetOf(line, span.EndColumn)
	case span.EndLine <= span.Line:
		end = start + wordLength(line[start:])
	}
	before = lipgloss.Width(showTabs(line[:start]))
	return before, max(1, lipgloss.Width(showTabs(line[start:end])))
}

// offsetOf is the byte offset of a 1-based column of UTF-16 units.
func offsetOf(line string, column int) int {
	units := 1
	for i, r := range line {
		if units >= column {
			return i
		}
		units += utf16.RuneLen(r)
	}
	return len(line)
}

// wordLength is the length of the word or the quoted text that begins the line, in bytes.
func wordLength(line string) int {
	if line == "" {
		return 0
	}
	if quote := line[0]; quote == '\'' || quote == '"' || quote == '`' {
		if end := strings.IndexByte(line[1:], quote); end >= 0 {
			return end + 2
		}
	}
	end := strings.IndexFunc(
		line, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '$' },
	)
	if end < 0 {
		return len(line)
	}
	return end
}

// maxLine is the longest source line that is shown in full where no width limits it, in columns.
const maxLine = 200

// lead is how much of a cropped line is shown before its span, in columns.
const lead = 20

// crop cuts a long line down to a piece around the column; shift is what its start lost.
func (t *textPrinter) crop(text string, column, margin int) (piece string, shift int) {
	limit := maxLine
	if t.width > margin+lead*2 {
		limit = t.width - margin
	}
	if lipgloss.Width(text) <= limit {
		return strings.TrimRight(text, " "), 0
	}
	var b strings.Builder
	from, at, end := 0, 0, 0 // end is the column behind what b shows
	if column > limit-lead {
		from = column - lead
		end = from + 1
		b.WriteString("…")
	}
	for _, r := range text {
		size := lipgloss.Width(string(r))
		if at+size >= from+limit {
			break
		}
		if at >= end {
			b.WriteString(strings.Repeat(" ", at-end)) // where a wide rune was cut in two
			b.WriteRune(r)
			end = at + size
		}
		at += size
	}
	if at == lipgloss.Width(text) {
		return b.String(), from
	}
	return b.String() + "…", from
}
