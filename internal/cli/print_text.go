package cli

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"github.com/appsvc/svc/internal/diag"
)

// printText prints findings with their source line, reason and hint.
func printText(r *Report, w io.Writer, dress look) error {
	t := &textPrinter{
		report: r, palette: newPalette(dress.color), width: dress.width, w: bufio.NewWriter(w), lines: map[string][]string{},
	}
	for _, f := range r.Findings {
		t.finding(f)
	}
	return t.w.Flush()
}

type textPrinter struct {
	palette
	report *Report
	width  int
	w      *bufio.Writer
	lines  map[string][]string // by file
}

func (t *textPrinter) finding(f diag.Finding) {
	head := t.severity(f.Severity) + t.paint(faint, "["+f.Rule+"]")
	fmt.Fprintf(
		t.w, "%s %s\n", head, t.paint(bold, t.wrap(OneLine(f.Message), len(f.Severity)+len(f.Rule)+len("[] "), "  ")),
	)
	margin := t.frame(f.Span, f.Severity)
	t.note(margin, "why", f.Why)
	t.note(margin, "hint", f.Hint)
	for _, related := range f.Related {
		t.note(margin, "see", related.Message)
		t.frame(related.Span, "")
	}
	fmt.Fprintln(t.w)
}

// severity returns a severity in its color.
func (p palette) severity(s diag.Severity) string {
	if s == diag.Error {
		return p.paint(boldRed, string(s))
	}
	return p.paint(boldYellow, string(s))
}

// note prints a labeled explanation below a frame.
func (t *textPrinter) note(margin int, label, text string) {
	if text == "" {
		return
	}
	lead := strings.Repeat(" ", margin) + " = "
	indent := strings.Repeat(" ", len(lead)+len(label)+len(": "))
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if i > 0 {
			fmt.Fprintln(t.w, strings.TrimRight(indent+OneLine(line), " "))
			continue
		}
		fmt.Fprintf(t.w, "%s%s %s\n", lead, t.paint(cyan, label+":"), t.wrap(OneLine(line), len(indent), indent))
	}
}

// minWrap is the smallest width for wrapping, in columns. Narrower columns are harder to read than long lines.
const minWrap = 30

// wrap breaks text at the width. The first line starts at a column, the others with an indent.
func (t *textPrinter) wrap(text string, column int, indent string) string {
	if t.width-len(indent) < minWrap {
		return text
	}
	var b strings.Builder
	for i, word := range strings.Fields(text) {
		size := lipgloss.Width(word)
		switch {
		case i == 0:
		case column+1+size > t.width:
			b.WriteString("\n" + indent)
			column = len(indent)
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += size
	}
	return b.String()
}
