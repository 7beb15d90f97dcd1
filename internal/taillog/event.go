// This file makes lines of an event of the edge: one event is one run of a script, with all that it wrote.

package taillog

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// event is what the edge sends (edge docs, tails), as far as lines are made of it.
type event struct {
	Outcome        string
	EventTimestamp int64
	Logs           []struct {
		Message   json.RawMessage
		Level     string
		Timestamp int64
	}
	Exceptions []struct {
		Name, Message, Stack string
		Timestamp            int64
	}
	Event     struct{ Type, Message string }
	Truncated bool
}

// written is a line as the runtime writes it: a log line, or an observation with its type.
type written struct {
	Type         string
	At           float64
	Level        string
	Message      string
	Worker       string
	CapabilityID string
	Kind         string
	Invocation   string
	Fields       json.RawMessage

	// Of an invocation.
	Outcome      string
	HTTPStatus   int
	DurationMs   float64
	Surface      string
	Backpressure bool
	CRMCalls     int
	// Of an error.
	Name, Stack   string
	Class, Method string
}

// linesOf reads an event. What is none becomes a line that says so.
func linesOf(script string, text []byte) []Line {
	var e event
	if err := json.Unmarshal(text, &e); err != nil {
		return []Line{{Script: script, Type: TypePlatform, Level: "warn", Message: "the edge sent an event that is no JSON"}}
	}
	platform := func(level, message string) Line {
		return Line{At: e.EventTimestamp, Script: script, Type: TypePlatform, Level: level, Message: message}
	}
	if strings.HasPrefix(e.Event.Type, "overload") {
		return []Line{platform("warn", e.Event.Message)}
	}
	var lines []Line
	for _, log := range e.Logs {
		l := lineOf(log.Message, log.Level)
		l.Script = script
		if l.At == 0 {
			l.At = log.Timestamp
		}
		lines = append(lines, l)
	}
	for _, x := range e.Exceptions {
		l := platform("error", strings.TrimSuffix("uncaught "+x.Name+": "+x.Message, ": "))
		l.Stack = x.Stack
		if x.Timestamp != 0 {
			l.At = x.Timestamp
		}
		lines = append(lines, l)
	}
	if message, level := ended(e.Outcome); message != "" {
		lines = append(lines, platform(level, message))
	}
	if e.Truncated {
		lines = append(lines, platform("warn", "the edge has cut off what this run wrote"))
	}
	return lines
}

// ended says how the edge ended a run that did not end by itself; an exception has told that already.
func ended(outcome string) (message, level string) {
	switch outcome {
	case "", "ok", "exception", "responseStreamDisconnected":
		return "", ""
	case "canceled":
		return "the caller went away before the end", "info"
	case "exceededCpu":
		return "the edge ended the run: it took too much CPU time (exceededCpu)", "error"
	case "exceededMemory":
		return "the edge ended the run: it took too much memory (exceededMemory)", "error"
	}
	return "the edge ended the run: " + outcome, "error"
}

// lineOf reads what one call of the console wrote: the runtime writes one JSON object.
func lineOf(message json.RawMessage, level string) Line {
	var args []json.RawMessage
	if json.Unmarshal(message, &args) != nil {
		args = []json.RawMessage{message}
	}
	if len(args) == 1 {
		var text string
		var w written
		if json.Unmarshal(args[0], &text) == nil && strings.HasPrefix(text, "{") && json.Unmarshal([]byte(text), &w) == nil {
			if l, ours := w.line([]byte(text)); ours {
				return l
			}
		}
	}
	texts := make([]string, len(args))
	for i, arg := range args {
		if json.Unmarshal(arg, &texts[i]) != nil {
			texts[i] = string(arg)
		}
	}
	return Line{Type: TypeConsole, Level: levelOf(level), Message: strings.Join(texts, " ")}
}

// levelOf is the level of a line of the console.
func levelOf(console string) string {
	if slices.Contains(levels, console) {
		return console
	}
	return "info"
}

// line is the line of what the runtime wrote; ours is false for an object of somebody else.
func (w written) line(text json.RawMessage) (l Line, ours bool) {
	l = Line{
		At: int64(w.At), Type: TypeLog, Level: levelOf(w.Level), Message: w.Message,
		Worker: w.Worker, Capability: w.CapabilityID, Kind: w.Kind, Invocation: w.Invocation,
	}
	switch {
	case w.Type == "invocation" && w.Outcome != "" && w.Worker != "":
		l.Type, l.Record = TypeInvocation, text
		l.Level, l.Message = w.ended()
	case w.Type == "error" && w.Worker != "":
		l.Type, l.Level, l.Stack = TypeError, "error", w.Stack
		l.Message = strings.TrimSuffix("uncaught "+w.Name+": "+w.Message, ": ")
	case w.Type == "actorError":
		l.Type, l.Level, l.Stack = TypeError, "error", w.Stack
		l.Message = fmt.Sprintf("%s.%s failed: %s", w.Class, w.Method, w.Message)
	case w.Type == "" && w.At > 0 && slices.Contains(levels, w.Level) && w.Worker != "":
		if len(w.Fields) > 0 && w.Fields[0] == '{' {
			l.Fields = w.Fields
		}
	default:
		return Line{}, false
	}
	return l, true
}

// ended says how an invocation ended, and how much that matters.
func (w written) ended() (level, message string) {
	outcome := w.Outcome
	if w.Backpressure {
		outcome = "backpressure"
	}
	level = "info"
	switch outcome {
	case "error", "timeout":
		level = "error"
	case "rejected", "backpressure", "retry-later":
		level = "warn"
	}
	message = fmt.Sprintf("%s · HTTP %d · %.0f ms", outcome, w.HTTPStatus, w.DurationMs)
	switch {
	case w.CRMCalls == 1:
		message += " · 1 CRM call"
	case w.CRMCalls > 1:
		message += fmt.Sprintf(" · %d CRM calls", w.CRMCalls)
	}
	return level, message
}
