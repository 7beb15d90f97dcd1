package dev

import (
	"strings"
	"time"

	"github.com/appsvc/svc/devserver"
	"github.com/appsvc/svc/devserver/host"
	"github.com/appsvc/svc/internal/cli"
)

// event is what --json prints, and what the log port streams. Members that mean nothing for an event are left out.
type event struct {
	Event string    `json:"event"` // "ready", "round", "request", "log" or "fired"
	At    time.Time `json:"at"`

	Origin string   `json:"origin,omitempty"`
	Logs   string   `json:"logs,omitempty"`
	Built  []string `json:"built,omitempty"`
	Failed []string `json:"failed,omitempty"`
	// Removed are workers that are served no more.
	Removed []string `json:"removed,omitempty"`
	// Findings are the errors that 'svc check' finds, one a line.
	Findings []string `json:"findings,omitempty"`
	Error    string   `json:"error,omitempty"`

	Method     string  `json:"method,omitempty"`
	Host       string  `json:"host,omitempty"`
	Path       string  `json:"path,omitempty"`
	Status     int     `json:"status,omitempty"`
	DurationMs float64 `json:"durationMs,omitempty"`

	Log   *host.LogLine    `json:"log,omitempty"`
	Fired *devserver.Fired `json:"fired,omitempty"`
}

// tell prints an event, and streams it.
func (s *server) tell(e event) {
	s.logs.Send(e)
	if s.options.json {
		_ = s.env.JSONLine(e) // who has closed standard output wants no more
		return
	}
	switch {
	case e.Log != nil:
		s.env.LogLine(e.Log.Level, e.Log.Message, e.Log.Fields)
	case e.Fired != nil && e.Fired.Error != "":
		s.env.Notef(
			"%s  schedule %q of %s failed: %s", e.Fired.At.Format("15:04"), e.Fired.Cron, e.Fired.Worker, e.Fired.Error,
		)
	case e.Fired != nil:
		s.env.Notef("%s  schedule %q of %s", e.Fired.At.Format("15:04"), e.Fired.Cron, e.Fired.Worker)
	case e.Event == "request":
		s.env.Notef(
			"%s  %s %s%s  %d  %.0f ms", e.At.Format(time.TimeOnly), e.Method, workerHost(e.Host), cli.OneLine(e.Path), e.Status,
			e.DurationMs,
		)
	}
}

func (s *server) log(line host.LogLine) {
	s.tell(event{Event: "log", At: s.env.Now().UTC(), Log: &line})
}

func (s *server) fired(f devserver.Fired) {
	s.tell(event{Event: "fired", At: s.env.Now().UTC(), Fired: &f})
}

// workerHost is the host of a worker, and nothing for the app worker's.
func workerHost(host string) string {
	name, _, found := strings.Cut(cli.OneLine(host), ".localhost")
	if !found {
		return ""
	}
	return name
}
