package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/diag"
)

// LogLine prints a log line of a handler to Err. fields is a JSON object, or nil.
func (e *Env) LogLine(level, message string, fields json.RawMessage) {
	line := newPalette(e.Color(e.ErrTTY)).level(level) + " " + OneLine(message)
	if len(fields) > 0 {
		line += " " + e.paint(faint, OneLine(string(fields)))
	}
	fmt.Fprintln(e.Err, line)
}

// Verdict prints the outcome of an invocation: status and facts on one line, and the effect on the next.
func (e *Env) Verdict(ok bool, status string, facts []string, effect string) {
	style := boldRed
	if ok {
		style = green
	}
	fmt.Fprintln(e.Err, e.paint(style, status)+e.paint(faint, " · "+strings.Join(facts, " · ")))
	fmt.Fprintln(e.Err, e.paint(faint, "→ ")+effect)
}

// Thrown prints an error of the user's code with its source line and stack. at is the span of the topmost frame in the
// user's code; a zero span prints no code.
func (e *Env) Thrown(message string, at diag.Span, source func(string) []byte, stack []string) {
	fmt.Fprintf(e.Err, "%s %s\n", e.paint(boldRed, "error:"), indentRest(message))
	if at.Line > 0 {
		t := &textPrinter{
			report: &Report{Source: source}, palette: newPalette(e.Color(e.ErrTTY)),
			w: bufio.NewWriter(e.Err), lines: map[string][]string{},
		}
		t.frame(at, diag.Error)
		_ = t.w.Flush() // an error of Err cannot be reported
	}
	for _, frame := range stack {
		fmt.Fprintln(e.Err, e.paint(faint, "  at "+OneLine(frame)))
	}
}

// indentRest makes a multi-line message safe to print, and indents its later lines.
func indentRest(message string) string {
	lines := strings.Split(strings.TrimRight(message, "\n"), "\n")
	for i := range lines {
		lines[i] = OneLine(lines[i])
	}
	return strings.Join(lines, "\n  ")
}
