package cli

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Activity is something that a local server did, such as to answer a request. All its text is untrusted.
type Activity struct {
	At time.Time
	// ID is the short id of the invocation; "" for none.
	ID string
	// What was done or run, such as worker and capability.
	What string
	// Outcome is how it ended; "" for what has no outcome yet. Failed shows it as a failure.
	Outcome string
	Failed  bool
	Facts   []string
	// Below are what belongs to it: invocations of a request, and log lines.
	Below []Activity
	// Level and Fields are those of a log line, whose message is What. Level is "" for other activities.
	Level  string
	Fields json.RawMessage
}

// Activity prints a line to Err, and without a time below it what belongs to it. It is one write, so that no line of
// another activity comes between.
func (e *Env) Activity(a Activity) {
	var text strings.Builder
	a.print(&text, newPalette(e.color(e.ErrTTY)), false)
	fmt.Fprint(e.Err, text.String())
}

func (a *Activity) print(to *strings.Builder, p palette, isBelow bool) {
	at := a.At.Format(time.TimeOnly)
	if isBelow {
		at = strings.Repeat(" ", len(at))
	}
	parts := []string{p.paint(faint, at)}
	if a.ID != "" {
		parts = append(parts, p.paint(faint, OneLine(a.ID)))
	}
	if a.Level != "" {
		parts = append(parts, p.level(a.Level)+" "+OneLine(a.What))
	} else {
		parts = append(parts, p.paint(cyan, OneLine(a.What)))
	}
	if a.Outcome != "" {
		style := green
		if a.Failed {
			style = boldRed
		}
		parts = append(parts, p.paint(style, a.Outcome))
	}
	parts = append(parts, a.Facts...)
	line := strings.Join(parts, "  ")
	if len(a.Fields) > 0 {
		line += " " + p.paint(faint, OneLine(string(a.Fields)))
	}
	to.WriteString(line + "\n")
	for i := range a.Below {
		a.Below[i].print(to, p, true)
	}
}
