package dev

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/devserver/live"
)

// event is what --json prints and the log port streams. Members that do not apply are left out.
type event struct {
	// SchemaVersion is that of all events. "ready" has it.
	SchemaVersion int `json:"schemaVersion,omitempty"`

	Event string    `json:"event"` // "ready", "round", "request", "invocation", "log", "call", "card" or "fired"
	At    time.Time `json:"at"`

	Origin string `json:"origin,omitempty"`
	Logs   string `json:"logs,omitempty"`
	// Public is the public origin of --portal.
	Public string `json:"public,omitempty"`
	// Inspector is where debuggers connect, with --inspect.
	Inspector string `json:"inspector,omitempty"`
	// Dashboard is the link to the dashboard. It has the token, so the log port does not stream it.
	Dashboard string `json:"dashboard,omitempty"`
	// Install is where a browser installs an app with OAuth in the emulated CRM.
	Install string   `json:"install,omitempty"`
	Built   []string `json:"built,omitempty"`
	Failed  []string `json:"failed,omitempty"`
	// Changed lists the files that were saved.
	Changed []string `json:"changed,omitempty"`
	// Removed lists workers that are no longer served.
	Removed []string `json:"removed,omitempty"`
	// Stale lists files that do not load now. The last version of each that did is served.
	Stale []string `json:"stale,omitempty"`
	// Unserved lists files of workers of which no version is served, since they do not load.
	Unserved []string `json:"unserved,omitempty"`
	// Findings lists the errors of svc check, one line each.
	Findings []string `json:"findings,omitempty"`
	Error    string   `json:"error,omitempty"`

	Method     string  `json:"method,omitempty"`
	Host       string  `json:"host,omitempty"`
	Path       string  `json:"path,omitempty"`
	Status     int     `json:"status,omitempty"`
	DurationMs float64 `json:"durationMs,omitempty"`

	// Invocation is the id of the invocation that ended, wrote a log line or answered a card's request.
	Invocation string `json:"invocation,omitempty"`
	// Trace is the trace id of a request with a traceparent header, and of what its handler did. That of a previewed card
	// is of the user's action.
	Trace string `json:"trace,omitempty"`

	// Worker and Capability are those whose logger wrote a line.
	Worker     string `json:"worker,omitempty"`
	Capability string `json:"capability,omitempty"`

	Ended *host.Ended     `json:"ended,omitempty"`
	Log   *host.LogLine   `json:"log,omitempty"`
	Card  *live.CardEntry `json:"card,omitempty"`
	// Call is a call to the CRM in a trace.
	Call  *devserver.CRMCall `json:"call,omitempty"`
	Fired *devserver.Fired   `json:"fired,omitempty"`
}

// emit streams an event, and prints it with --json.
func (s *server) emit(e event) {
	streamed := e
	streamed.Dashboard = ""
	s.logs.Send(streamed)
	if s.options.json {
		_ = s.env.JSONLine(e) // the reader may have closed standard output
	}
}

// log reports a log line of a handler.
func (s *server) log(ctx context.Context, line host.LogLine) {
	s.emit(event{
		Event: "log", At: s.env.Now().UTC(), Log: &line, Invocation: line.Invocation, Trace: line.Trace,
		Worker: line.Worker, Capability: line.CapabilityID,
	})
	if !s.options.json {
		s.terminal.log(ctx, &line)
	}
}

// recorded reports the calls to the CRM in a trace. Those of other requests are in the records of invocations.
func (s *server) recorded(text string) {
	s.logs.Record(text)
	if !strings.HasPrefix(text, `{"type":"crmCall"`) || !strings.Contains(text, `"trace":"`) {
		return
	}
	var call struct {
		devserver.CRMCall
		Invocation string `json:"invocation"`
		Trace      string `json:"trace"`
	}
	if json.Unmarshal([]byte(text), &call) != nil {
		return // the runtime writes no other
	}
	s.emit(event{
		Event: "call", At: s.env.Now().UTC(), Call: &call.CRMCall, Invocation: call.Invocation, Trace: call.Trace,
	})
}

// cards reports the log entries of cards. They come from a browser, so nothing has redacted them.
func (s *server) cards(entries []live.CardEntry) {
	for _, entry := range entries {
		entry.Message = s.env.Secrets.Text(entry.Message)
		at := s.env.Now().UTC()
		s.emit(event{Event: "card", At: at, Card: &entry})
		if !s.options.json {
			s.terminal.card(at.Add(s.session.Ahead()), &entry)
		}
	}
}

// ended reports an invocation that has ended.
func (s *server) ended(ctx context.Context, e host.Ended) {
	s.emit(event{Event: "invocation", At: s.env.Now().UTC(), Ended: &e, Invocation: e.Invocation})
	if !s.options.json {
		s.terminal.ended(ctx, &e)
	}
}

// fired reports a cron trigger that has fired.
func (s *server) fired(f devserver.Fired) {
	s.emit(event{Event: "fired", At: s.env.Now().UTC(), Fired: &f})
	if !s.options.json {
		s.terminal.fired(&f)
	}
}
