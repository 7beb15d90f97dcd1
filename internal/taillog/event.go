package taillog

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/redact"
)

// event is one run of a script, as the edge platform sends it (edge docs, tails).
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

// written is a line that the runtime writes: a log line, or an observation with its type.
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
	DeployID      string
	Class, Method string
}

// linesOf returns the lines of an event. Invalid JSON becomes a warning. Texts that the runtime does not write are
// redacted by name.
func linesOf(script string, text []byte) []Line {
	var e event
	if err := json.Unmarshal(text, &e); err != nil {
		const message = "the edge platform sent an event that is not valid JSON"
		return []Line{{Script: script, Type: TypePlatform, Level: "warn", Message: message}}
	}
	platform := func(level, message string) Line {
		return Line{
			At: e.EventTimestamp, Script: script, Type: TypePlatform, Level: level, Message: redact.Names(message),
		}
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
		l.Stack = redact.Names(x.Stack) // the runtime does not see an exception that ends a run
		if x.Timestamp != 0 {
			l.At = x.Timestamp
		}
		lines = append(lines, l)
	}
	if message, level := ended(e.Outcome); message != "" {
		lines = append(lines, platform(level, message))
	}
	if e.Truncated {
		lines = append(lines, platform("warn", "the edge platform truncated the log of this run"))
	}
	return lines
}

// ended describes why the edge platform ended a run. An exception has its own line.
func ended(outcome string) (message, level string) {
	switch outcome {
	case "", "ok", "exception", "responseStreamDisconnected":
		return "", ""
	case "canceled":
		return "the caller disconnected before the end", "info"
	case "exceededCpu":
		return "the edge platform ended the run: CPU time limit exceeded (exceededCpu)", "error"
	case "exceededMemory":
		return "the edge platform ended the run: memory limit exceeded (exceededMemory)", "error"
	}
	return "the edge platform ended the run: " + outcome, "error"
}

// lineOf returns the line of one console call. The runtime writes one JSON object per call.
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
	return Line{Type: TypeConsole, Level: levelOf(level), Message: redact.Names(strings.Join(texts, " "))}
}

// levelOf returns the level of a console method.
func levelOf(console string) string {
	if slices.Contains(levels, console) {
		return console
	}
	return "info"
}

// line converts a line of the runtime. ours is false for any other object.
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
		l.Type, l.Level, l.Stack, l.Deploy = TypeError, "error", w.Stack, w.DeployID
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

// ended describes how an invocation ended.
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
