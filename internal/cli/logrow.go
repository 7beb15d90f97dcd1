package cli

import (
	"encoding/json"
	"strings"
	"time"
)

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
	p := newPalette(e.Color(e.OutTTY))
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
