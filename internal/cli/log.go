package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/diag"
)

// logLine prints a log line of a handler to Err. fields is a JSON object, or nil.
func (e *Env) logLine(level, message string, fields json.RawMessage) {
	line := newPalette(e.color(e.ErrTTY)).level(level) + " " + OneLine(message)
	if len(fields) > 0 {
		line += " " + e.paint(faint, OneLine(string(fields)))
	}
	fmt.Fprintln(e.Err, line)
}

// Verdict prints the outcome of an invocation: status and facts on one line, and the effect on the next.
func (e *Env) Verdict(ok bool, status string, facts []string, effect string) {
	e.Outcome(ok, status, facts)
	fmt.Fprintln(e.Err, e.paint(faint, "→ ")+e.safe(effect))
}

// Outcome prints a status and facts about it on one line.
func (e *Env) Outcome(ok bool, status string, facts []string) {
	style := boldRed
	if ok {
		style = green
	}
	fmt.Fprintln(e.Err, e.paint(style, status)+e.paint(faint, " · "+e.safe(strings.Join(facts, " · "))))
}

// Thrown prints an error of the user's code with its source line and stack. at is the span of the topmost frame in the
// user's code; a zero span prints no code.
func (e *Env) Thrown(message string, at diag.Span, source func(string) []byte, stack []string) {
	fmt.Fprintf(e.Err, "%s %s\n", e.paint(boldRed, "error:"), indentRest(message))
	if at.Line > 0 {
		t := &textPrinter{
			report: &Report{Source: source}, palette: newPalette(e.color(e.ErrTTY)),
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

// LogLine is a line of a remote log. All its text is untrusted.
type LogLine struct {
	At time.Time
	// Where is the source, such as worker and capability; "" for none.
	Level, Where, Message string
	// Fields is JSON; "" for none.
	Fields string
	// Stack lists the frames of an error.
	Stack []string
}

// LogRow prints a line of a remote log to Out, with its time in UTC, and the frames of a stack on further lines.
func (e *Env) LogRow(l LogLine) error {
	p := newPalette(e.color(e.OutTTY))
	parts := []string{p.paint(faint, l.At.UTC().Format("15:04:05.000")), p.level(l.Level)}
	if l.Where != "" {
		parts = append(parts, p.paint(cyan, OneLine(l.Where)))
	}
	parts = append(parts, OneLine(l.Message))
	if l.Fields != "" && json.Valid([]byte(l.Fields)) {
		parts = append(parts, p.paint(faint, OneLine(l.Fields)))
	}
	text := strings.Join(parts, " ") + "\n"
	for _, frame := range l.Stack {
		text += p.paint(faint, "    "+OneLine(frame)) + "\n"
	}
	_, err := e.Out.Write([]byte(text))
	return err
}
