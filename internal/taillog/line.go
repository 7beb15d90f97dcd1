package taillog

import (
	"encoding/json"
	"slices"
)

// Types of a Line.
const (
	TypeLog        = "log"        // from a handler's logger or the runtime
	TypeInvocation = "invocation" // the record of an invocation that has ended
	TypeError      = "error"      // an uncaught error of a handler
	TypeConsole    = "console"    // from console.log and similar
	TypePlatform   = "platform"   // from the edge platform
)

// Line is one line of the log of a script.
type Line struct {
	At     int64  `json:"at"` // Unix milliseconds
	Script string `json:"script"`
	Type   string `json:"type"`
	// Level is debug, info, warn or error.
	Level   string `json:"level"`
	Message string `json:"message"`
	// Worker, Capability, Kind and Invocation are "" for a line without them.
	Worker     string `json:"worker,omitempty"`
	Capability string `json:"capabilityId,omitempty"`
	Kind       string `json:"kind,omitempty"`
	Invocation string `json:"invocation,omitempty"`
	// Deploy is the deploy of the worker, if the line has a Stack.
	Deploy string `json:"deployId,omitempty"`
	// Fields are those of a log call, Record is the record of an invocation. Both are JSON objects.
	Fields json.RawMessage `json:"fields,omitempty"`
	Record json.RawMessage `json:"record,omitempty"`
	// Stack is an error's.
	Stack string `json:"stack,omitempty"`
}

// levels are in order of severity, the least severe first.
var levels = []string{"debug", "info", "warn", "error"}

// Levels returns the names of the levels, the least severe first.
func Levels() []string { return slices.Clone(levels) }

// Filter selects lines.
type Filter struct {
	// Level is the least severe level; "" for all.
	Level string
	// Capability is an id, or <worker>/<id>; "" for all lines.
	Capability string
}

// Matches reports whether the filter selects a line.
func (f Filter) Matches(l Line) bool {
	if f.Level != "" && slices.Index(levels, l.Level) < slices.Index(levels, f.Level) {
		return false
	}
	return f.Capability == "" ||
		l.Capability != "" && (f.Capability == l.Capability || f.Capability == l.Worker+"/"+l.Capability)
}
