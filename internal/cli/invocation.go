// This file tells a person how an invocation went: its log as it is written, then the verdict.

package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/diag"
)

// LogLine prints one line of a handler's log on Err. fields is a JSON object, or nil.
func (e *Env) LogLine(level, message string, fields json.RawMessage) {
	style := faint
	switch level {
	case "warn":
		style = boldYellow
	case "error":
		style = boldRed
	}
	line := e.paint(style, fmt.Sprintf("%-5s", level)) + " " + OneLine(message)
	if len(fields) > 0 {
		line += " " + e.paint(faint, OneLine(string(fields)))
	}
	fmt.Fprintln(e.Err, line)
}

// Verdict prints the last words about an invocation: its facts on one line, and what follows from them.
func (e *Env) Verdict(ok bool, status string, facts []string, effect string) {
	style := boldRed
	if ok {
		style = green
	}
	fmt.Fprintln(e.Err, e.paint(style, status)+e.paint(faint, " · "+strings.Join(facts, " · ")))
	fmt.Fprintln(e.Err, e.paint(faint, "→ ")+effect)
}

// Thrown prints an error of the user's code: what it says, the line that threw it, and the way there.
// The span is that of the user's own topmost frame; a zero span shows no code.
func (e *Env) Thrown(message string, at diag.Span, source func(string) []byte, stack []string) {
	fmt.Fprintf(e.Err, "%s %s\n", e.paint(boldRed, "error:"), indentRest(message))
	if at.Line > 0 {
		t := &textPrinter{
			report: &Report{Source: source}, palette: newPalette(e.Color(e.ErrTTY)),
			w: bufio.NewWriter(e.Err), lines: map[string][]string{},
		}
		t.frame(at, diag.Error)
		_ = t.w.Flush() // to Err: there is nobody to tell
	}
	for _, frame := range stack {
		fmt.Fprintln(e.Err, e.paint(faint, "  at "+OneLine(frame)))
	}
}

// indentRest makes a message of several lines safe to print, and sets its later lines off.
func indentRest(message string) string {
	lines := strings.Split(strings.TrimRight(message, "\n"), "\n")
	for i := range lines {
		lines[i] = OneLine(lines[i])
	}
	return strings.Join(lines, "\n  ")
}
