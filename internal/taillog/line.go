// This file is a line of a log, whoever wrote it.

package taillog

import (
	"encoding/json"
	"slices"
)

// Types of a Line.
const (
	TypeLog        = "log"        // of a handler's logger, or of the runtime
	TypeInvocation = "invocation" // the record of an invocation that has ended
	TypeError      = "error"      // an error that a handler did not catch
	TypeConsole    = "console"    // of console.log and its kin
	TypePlatform   = "platform"   // of the edge itself
)

// Line is one line of the log of a script.
type Line struct {
	At     int64  `json:"at"` // milliseconds since the epoch
	Script string `json:"script"`
	Type   string `json:"type"`
	// Level is debug, info, warn or error.
	Level   string `json:"level"`
	Message string `json:"message"`
	// Worker, Capability, Kind and Invocation are "" where the line belongs to none.
	Worker     string `json:"worker,omitempty"`
	Capability string `json:"capabilityId,omitempty"`
	Kind       string `json:"kind,omitempty"`
	Invocation string `json:"invocation,omitempty"`
	// Fields are those of a log call, Record is the record of an invocation; both JSON objects.
	Fields json.RawMessage `json:"fields,omitempty"`
	Record json.RawMessage `json:"record,omitempty"`
	// Stack is that of an error.
	Stack string `json:"stack,omitempty"`
}

// levels are the levels, the least first.
var levels = []string{"debug", "info", "warn", "error"}

// Levels are the names of the levels, the least first.
func Levels() []string { return slices.Clone(levels) }

// Filter chooses lines.
type Filter struct {
	// Level is the least level; "" for all.
	Level string
	// Capability is an id, or <worker>/<id>; "" for all lines.
	Capability string
}

// Matches reports whether the filter lets a line through.
func (f Filter) Matches(l Line) bool {
	if f.Level != "" && slices.Index(levels, l.Level) < slices.Index(levels, f.Level) {
		return false
	}
	return f.Capability == "" ||
		l.Capability != "" && (f.Capability == l.Capability || f.Capability == l.Worker+"/"+l.Capability)
}
