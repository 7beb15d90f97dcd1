package cli

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/charmbracelet/lipgloss"

	"github.com/appsvc/svc/internal/diag"
)

// frame prints a position and its source line with carets under the span. It returns the width of the line number,
// which notes are aligned to. The severity determines the color of the carets; "" is for a related position.
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

// line returns a line of a file of the project, 1-based. A file outside is not quoted.
func (t *textPrinter) line(file string, number int) (string, bool) {
	lines, known := t.lines[file]
	if !known {
		if t.report.Source != nil && filepath.IsLocal(filepath.FromSlash(file)) {
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

// tab replaces a tab: the position of carets must not depend on the terminal's tab stops.
const tab = "  "

// showTabs makes a source line safe to print.
func showTabs(line string) string {
	return OneLine(strings.ReplaceAll(line, "\t", tab))
}

// carets returns the number of columns before the span, and of the span: at least one, and the whole word for an empty
// span.
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

// offsetOf returns the byte offset of a column, in UTF-16 units, 1-based.
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

// wordLength returns the length of the word or quoted string at the start of line, in bytes.
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

// maxLine is the length limit of a source line without a terminal, in columns.
const maxLine = 200

// lead is the length of a cropped line before its span, in columns.
const lead = 20

// crop cuts a long line around a column. shift is the number of columns cut at its start.
func (t *textPrinter) crop(text string, column, margin int) (piece string, shift int) {
	limit := maxLine
	if t.width > margin+lead*2 {
		limit = t.width - margin
	}
	if lipgloss.Width(text) <= limit {
		return strings.TrimRight(text, " "), 0
	}
	var b strings.Builder
	from, at, end := 0, 0, 0 // end is the column after the text in b
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
			b.WriteString(strings.Repeat(" ", at-end)) // for a wide rune that was cut
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
