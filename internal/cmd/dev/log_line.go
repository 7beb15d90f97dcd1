package dev

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/taillog"
)

// logLineOf returns the log line of an event of the server, as the dashboard shows it. Observations of the runtime are
// not lines.
func logLineOf(text []byte) (line taillog.Line, known bool) {
	var e event
	if json.Unmarshal(text, &e) != nil || e.Event == "record" || e.Event == "" {
		return line, false
	}
	line = taillog.Line{
		At: e.At.UnixMilli(), Type: e.Event, Level: "info", Worker: e.Worker, Capability: e.Capability,
		Invocation: e.Invocation,
	}
	switch {
	case e.Log != nil:
		line.Type, line.Level, line.Message, line.Fields = taillog.TypeLog, e.Log.Level, e.Log.Message, e.Log.Fields
	case e.Card != nil:
		line.Level, line.Message = e.Card.Level, "card "+e.Card.Card+": "+e.Card.Message
	case e.Fired != nil:
		line.Worker, line.Message = e.Fired.Worker, "schedule "+e.Fired.Cron
		if e.Fired.Error != "" {
			line.Level, line.Message = "error", line.Message+" failed: "+e.Fired.Error
		}
	case e.Ended != nil:
		line.Type, line.Worker, line.Capability = taillog.TypeInvocation, e.Ended.Worker, e.Ended.CapabilityID
		line.Kind, line.Level = e.Ended.Kind, levelOfOutcome(e.Ended.Outcome)
		line.Message = fmt.Sprintf("ended with %s in %.0f ms", e.Ended.Outcome, e.Ended.DurationMs)
	case e.Call != nil:
		return line, false // it is an observation of the runtime, too
	case e.Event == "request":
		line.Level, line.Worker = levelOfStatus(e.Status), workerOfRequest(e.Host, e.Path)
		line.Message = fmt.Sprintf("%s %s %d %.0f ms", e.Method, e.Path, e.Status, e.DurationMs)
	default:
		line.Message = e.Event
		if len(e.Built) > 0 {
			line.Message += ": built " + strings.Join(e.Built, ", ")
		}
		why := slices.Concat([]string{e.Error}, e.Failed, e.Findings)
		if failed := strings.Join(slices.DeleteFunc(why, isEmpty), "; "); failed != "" {
			line.Level, line.Message = "error", line.Message+": "+failed
		}
	}
	return line, true
}

func isEmpty(text string) bool { return text == "" }

func levelOfOutcome(outcome string) string {
	switch outcome {
	case "ok":
		return "info"
	case "error":
		return "error"
	}
	return "warn"
}

func levelOfStatus(status int) string {
	switch {
	case status >= http.StatusInternalServerError:
		return "error"
	case status >= http.StatusBadRequest:
		return "warn"
	}
	return "info"
}

// workerOfRequest returns the worker that a request names by its host or its path.
func workerOfRequest(host, path string) string {
	if name, of, _ := strings.Cut(host, "."); of == "localhost" || strings.HasPrefix(of, "localhost:") {
		return name
	}
	if rest, named := strings.CutPrefix(path, "/w/"); named {
		name, _, _ := strings.Cut(rest, "/")
		return name
	}
	return ""
}
