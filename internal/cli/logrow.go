package cli

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// LogRow prints a line of a remote log to Out: time (UTC), level, source, message, fields as JSON, and the frames of a
// stack on further lines. All text is untrusted.
func (e *Env) LogRow(at time.Time, level, where, message, fields string, stack []string) error {
	p := newPalette(e.Color(e.OutTTY))
	style := faint
	switch level {
	case "warn":
		style = boldYellow
	case "error":
		style = boldRed
	}
	parts := []string{p.paint(faint, at.UTC().Format("15:04:05.000")), p.paint(style, fmt.Sprintf("%-5s", OneLine(level)))}
	if where != "" {
		parts = append(parts, p.paint(cyan, OneLine(where)))
	}
	parts = append(parts, OneLine(message))
	if fields != "" && json.Valid([]byte(fields)) {
		parts = append(parts, p.paint(faint, OneLine(fields)))
	}
	text := strings.Join(parts, " ") + "\n"
	for _, frame := range stack {
		text += p.paint(faint, "    "+OneLine(frame)) + "\n"
	}
	_, err := e.Out.Write([]byte(text))
	return err
}
