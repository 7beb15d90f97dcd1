package edgevm

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
)

// reportMark begins what the worker's host reports.
const reportMark = "svc:"

// Kinds of reports, which the protocol describes.
const (
	Log      = "log"
	Observe  = "observe"
	Console  = "console"
	Uncaught = "uncaught"
)

// Report is what a worker reports.
type Report struct {
	// Context is that of the event which the report belongs to.
	Context context.Context //nolint:containedctx // one per report
	Kind    string
	// Level is the method of the console, for Console.
	Level string
	Text  string
}

// line takes a line of output. The engine writes each message of the console as a line of JSON.
func (v *VM) line(text string) {
	var entry struct{ Level, Message string }
	if json.Unmarshal([]byte(text), &entry) != nil {
		v.options.OnMessage(text)
		return
	}
	marked, isReport := strings.CutPrefix(entry.Message, reportMark)
	kind, rest, _ := strings.Cut(marked, " ")
	number, report, _ := strings.Cut(rest, " ")
	id, err := strconv.ParseInt(number, 10, 64)
	switch {
	case !isReport || err != nil: // such as console.table, or an error that no code catches
		v.options.OnReport(Report{context.Background(), Console, entry.Level, entry.Message})
	case kind == "answered":
		v.events.answer(id)
	case kind == "end":
		v.events.end(id)
	default:
		v.options.OnReport(Report{v.events.contextOf(id), kind, entry.Level, report})
	}
}
