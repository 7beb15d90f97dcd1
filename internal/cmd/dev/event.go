package dev

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/devserver/live"
)

// event is what --json prints and the log port streams. Members that do not apply are left out.
type event struct {
	Event string    `json:"event"` // "ready", "round", "request", "log", "call", "card" or "fired"
	At    time.Time `json:"at"`

	Origin string `json:"origin,omitempty"`
	Logs   string `json:"logs,omitempty"`
	// Install is where a browser installs an app with OAuth in the emulated CRM.
	Install string   `json:"install,omitempty"`
	Built   []string `json:"built,omitempty"`
	Failed  []string `json:"failed,omitempty"`
	// Removed lists workers that are no longer served.
	Removed []string `json:"removed,omitempty"`
	// Stale lists files that do not load now. The last version of each that did is served.
	Stale []string `json:"stale,omitempty"`
	// Findings lists the errors of svc check, one line each.
	Findings []string `json:"findings,omitempty"`
	Error    string   `json:"error,omitempty"`

	Method     string  `json:"method,omitempty"`
	Host       string  `json:"host,omitempty"`
	Path       string  `json:"path,omitempty"`
	Status     int     `json:"status,omitempty"`
	DurationMs float64 `json:"durationMs,omitempty"`

	// Invocation is the id of the invocation that wrote a log line, or that answered a card's request.
	Invocation string `json:"invocation,omitempty"`
	// Trace is the trace id of a request with a traceparent header, and of what its handler did. That of a previewed card
	// is of the user's action.
	Trace string `json:"trace,omitempty"`

	Log  *host.LogLine   `json:"log,omitempty"`
	Card *live.CardEntry `json:"card,omitempty"`
	// Call is a call to the CRM in a trace.
	Call  *devserver.CRMCall `json:"call,omitempty"`
	Fired *devserver.Fired   `json:"fired,omitempty"`
}

// emit prints and streams an event.
func (s *server) emit(e event) {
	s.logs.Send(e)
	if s.options.json {
		_ = s.env.JSONLine(e) // the reader may have closed standard output
		return
	}
	switch {
	case e.Log != nil:
		s.printed.Line(e.Log.Invocation, e.Log.Level, e.Log.Message, e.Log.Fields)
	case e.Card != nil:
		s.env.LogLine(e.Card.Level, cardTitle(e.Card)+": "+e.Card.Message, cardFields(e.Card))
	case e.Fired != nil && e.Fired.Error != "":
		s.env.Notef(
			"%s  schedule %q of %s failed: %s", e.Fired.At.Format("15:04"), e.Fired.Cron, e.Fired.Worker, e.Fired.Error,
		)
	case e.Fired != nil:
		s.env.Notef("%s  schedule %q of %s", e.Fired.At.Format("15:04"), e.Fired.Cron, e.Fired.Worker)
	case e.Event == "request":
		s.env.Notef(
			"%s  %s %s%s  %d  %.0f ms%s", e.At.Format(time.TimeOnly), e.Method, workerHost(e.Host), cli.OneLine(e.Path),
			e.Status, e.DurationMs, shortID("  ", e.Invocation),
		)
	}
}

func (s *server) log(line host.LogLine) {
	s.emit(event{Event: "log", At: s.env.Now().UTC(), Log: &line, Invocation: line.Invocation, Trace: line.Trace})
}

// recorded reports the calls to the CRM in a trace. Those of other requests are in the records of invocations.
func (s *server) recorded(text string) {
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
		s.emit(event{Event: "card", At: s.env.Now().UTC(), Card: &entry})
	}
}

// cardTitle names the card of an entry.
func cardTitle(entry *live.CardEntry) string {
	return strings.TrimSpace("card " + entry.Card)
}

// cardFields returns what an entry belongs to, as JSON: the load of the card, and the invocation by its short id.
func cardFields(entry *live.CardEntry) json.RawMessage {
	fields, _ := json.Marshal(struct { // strings have a JSON form
		Session    string `json:"session,omitempty"`
		Invocation string `json:"invocation,omitempty"`
		Trace      string `json:"trace,omitempty"`
	}{entry.Session, shortID("", entry.Invocation), shortID("", entry.Trace)})
	if string(fields) == "{}" {
		return nil
	}
	return fields
}

// shortID returns the start of an invocation's id, which a terminal shows, after a prefix; "" for none.
func shortID(prefix, invocation string) string {
	const length = 8
	if invocation == "" {
		return ""
	}
	return prefix + cli.OneLine(invocation[:min(length, len(invocation))])
}

// ended prints what a terminal shows of the rate metrics of an invocation. Programs get each of its log lines.
func (s *server) ended(invocation string) {
	if !s.options.json {
		s.printed.End(invocation)
	}
}

func (s *server) fired(f devserver.Fired) {
	s.emit(event{Event: "fired", At: s.env.Now().UTC(), Fired: &f})
}

// workerHost returns the worker of a request's host, or "" for the app worker.
func workerHost(host string) string {
	name, _, found := strings.Cut(cli.OneLine(host), ".localhost")
	if !found {
		return ""
	}
	return name
}
