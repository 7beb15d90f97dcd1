// This file prints what happens in `svc dev`: for people on standard error, or one JSON document a line.

package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/checker/rules"
	"github.com/appsvc/svc/devserver"
	"github.com/appsvc/svc/devserver/live"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/diag"
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

	Log   *devserver.LogLine `json:"log,omitempty"`
	Fired *devserver.Fired   `json:"fired,omitempty"`
}

// tell prints an event, and streams it.
func (s *devServing) tell(e event) {
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

func (s *devServing) log(line devserver.LogLine) {
	s.tell(event{Event: "log", At: s.env.Now().UTC(), Log: &line})
}

func (s *devServing) fired(f devserver.Fired) {
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

// banner says where everything is.
func (s *devServing) banner(round live.Round) {
	e := event{Event: "ready", At: s.env.Now().UTC(), Origin: s.beacon.Origin, Logs: origin(s.sockets[1])}
	s.tell(e)
	if s.options.json {
		return
	}
	s.env.Notef("app       %s", e.Origin)
	for _, line := range s.workerLines(round) {
		s.env.Notef("worker    %s", line)
	}
	s.env.Notef("logs      %s", e.Logs)
	state := devserver.StateFolder
	if !s.options.persist {
		state = "in memory, lost when the server ends"
	}
	s.env.Notef("state     %s", state)
	s.env.Notef("crm       %s", s.options.crm)
	if server, err := s.session.Server(s.ctx); err == nil {
		if madeUp := server.MadeUp(); len(madeUp) > 0 {
			s.env.Notef("made up   %s: .dev.vars has none", strings.Join(madeUp, ", "))
		}
		if ahead := server.Ahead(); ahead > 0 {
			s.env.Notef("clock     %s ahead, as 'svc dev tick' has left it", ahead.Round(time.Second))
		}
	}
}

// workerLines are the workers with what they can be asked to run.
func (s *devServing) workerLines(round live.Round) []string {
	if round.Project == nil {
		return nil
	}
	counts := map[string]int{}
	for _, c := range devserver.Capabilities(round.Project) {
		counts[c.Worker]++
	}
	var lines []string
	for _, file := range round.Project.Workers {
		if file.Worker != nil && file.Worker.ID != "" {
			host := strings.Replace(s.beacon.Origin, "//", "//"+file.Worker.ID+".", 1)
			lines = append(lines, fmt.Sprintf("%s  %s", host, capabilities(counts[file.Worker.ID])))
		}
	}
	return lines
}

func capabilities(n int) string {
	if n == 1 {
		return "1 capability"
	}
	return fmt.Sprintf("%d capabilities", n)
}

// show tells what a round came to: findings as check prints them, then what is served now.
func (s *devServing) show(round live.Round) {
	findings := s.findings(round)
	e := event{
		Event: "round", At: s.env.Now().UTC(), Built: round.Built, Removed: round.Removed, Failed: round.Failures(),
		Findings: lines(findings), DurationMs: float64(round.Took.Microseconds()) / 1000,
	}
	if round.Err != nil {
		e.Error = round.Err.Error()
	}
	s.tell(e)
	if s.options.json {
		return
	}
	s.printFindings(round, findings)
	switch {
	case round.Err == nil:
	case errors.Is(round.Err, live.ErrNoApp) && len(findings) > 0:
		s.env.Notef("nothing has changed: the app does not load")
	default:
		s.env.Fail(loadFailed(round.Err))
	}
	for _, failure := range e.Failed {
		s.env.Notef("%s", failure)
	}
	if len(e.Removed) > 0 {
		s.env.Notef("not served any more: %s", strings.Join(e.Removed, ", "))
	}
	if round.Err == nil {
		s.env.Notef("serving %s (%d ms)", cli.Count(len(s.served()), "worker"), round.Took.Milliseconds())
	}
}

// lines are findings for programs.
func lines(findings []diag.Finding) []string {
	all := make([]string, len(findings))
	for i, f := range findings {
		all[i] = fmt.Sprintf("%s:%d:%d: %s [%s]", f.File, f.Line, f.Column, f.Message, f.Rule)
	}
	return all
}

func (s *devServing) served() []string {
	server, err := s.session.Server(s.ctx)
	if err != nil {
		return nil
	}
	return server.Workers()
}

// findings are the errors of the project.
func (s *devServing) findings(round live.Round) []diag.Finding {
	if round.Project == nil {
		return nil
	}
	findings, err := checker.Check(round.Project, rules.All, checker.Options{})
	if err != nil {
		s.env.Fail(rulesFailed(s.env, err))
	}
	return slices.DeleteFunc(findings, func(f diag.Finding) bool { return f.Severity != diag.Error })
}

func (s *devServing) printFindings(round live.Round, findings []diag.Finding) {
	if len(findings) == 0 {
		return
	}
	toErr := *s.env
	toErr.Out, toErr.OutTTY = s.env.Err, s.env.ErrTTY
	report := &cli.Report{Findings: findings, Paths: round.Project.Files, Source: round.Project.Source, Version: version}
	if outputs, err := toErr.ParseOutputs(nil); err == nil {
		_ = toErr.Print(report, outputs) // standard error is where failures would be told
	}
}
