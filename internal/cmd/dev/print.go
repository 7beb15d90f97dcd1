package dev

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/checker/rules"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/devserver/cards"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/devserver/live"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/reason"
)

// banner prints the addresses of the server and what it runs on.
func (s *server) banner(round live.Round) {
	e := event{
		SchemaVersion: 1, Event: "ready", At: s.env.Now().UTC(), Origin: s.beacon.Origin, Logs: origin(s.sockets[1]),
	}
	e.Install, e.Dashboard = s.installLink(), s.beacon.DashboardLink()
	if s.options.targets != nil {
		e.Inspector = origin(s.sockets[2])
	}
	if public := s.options.portal.origin; public != nil {
		e.Public = public.String()
	}
	s.emit(e)
	if s.options.json {
		return
	}
	s.env.Notef("app       %s", e.Origin)
	s.env.Notef("dashboard %s", e.Dashboard)
	if e.Install != "" {
		s.env.Notef("install   %s  or run 'svc dev install'", e.Install)
	}
	for _, line := range s.workerLines(round) {
		s.env.Notef("worker    %s", line)
	}
	hasCards := round.Project != nil && len(round.Project.Cards) > 0
	if hasCards {
		s.env.Notef("cards     %s", e.Origin+cards.Path)
	}
	s.env.Notef("logs      %s", e.Logs)
	isDefault := strings.HasSuffix(e.Logs, fmt.Sprintf(":%d", defaultLogPort))
	if hasCards && !isDefault {
		s.env.Notef("cards     log there if they call enableSvcDev('%s')", e.Logs+live.CardPath)
	}
	s.portalLines(e.Public)
	s.hostLines(e.Inspector)
	if s.options.keys {
		s.env.Notef("keys      press %c to list them", helpKey)
	}
	if server, err := s.session.Server(s.ctx); err == nil {
		if generated := server.Host().DefaultedBindings(); len(generated) > 0 {
			s.env.Notef("generated %s (not in .dev.vars)", strings.Join(generated, ", "))
		}
		if ahead := server.Host().Ahead(); ahead > 0 {
			s.env.Notef("clock     %s ahead, set by 'svc dev tick'", cli.Duration(ahead))
		}
	}
}

// hostLines prints what the server runs on.
func (s *server) hostLines(inspector string) {
	state := host.StateFolder
	if !s.options.persist {
		state = "in memory, lost when the server stops"
	}
	s.env.Notef("state     %s", state)
	s.env.Notef("crm       %s", s.options.crm)
	if s.options.engine != engineLocal {
		s.env.Notef("engine    %s", s.options.engine)
	}
	if inspector != "" {
		s.env.Notef("inspector %s", inspector)
	}
}

// notLoaded says what is served while the app does not load.
func (s *server) notLoaded() string {
	if len(s.served()) == 0 {
		return "nothing is served until the app loads"
	}
	return "nothing changed; the app does not load"
}

// portalLines prints what --portal has written, and how the CRM reaches the server.
func (s *server) portalLines(public string) {
	portal := &s.options.portal
	if !portal.enabled {
		return
	}
	s.env.Notef("portal    %s/%s, for '%s'", projectfs.OwnFolder, portalFolder, s.app.Profile.UploadCommand)
	if public == "" {
		return
	}
	s.env.Notef("public    %s until %s", public, portal.expires.Local().Format(time.TimeOnly))
	if server, err := s.session.Server(s.ctx); err == nil &&
		slices.Contains(server.Host().DefaultedBindings(), "CRM_CLIENT_SECRET") {
		s.env.Notef("public    set CRM_CLIENT_SECRET in .dev.vars to that of the app; until then its requests get 401")
	}
}

// installLink returns the address that installs the app in the emulated CRM; "" for static auth and for the live CRM.
func (s *server) installLink() string {
	server, err := s.session.Server(s.ctx)
	if err != nil || s.options.crm == host.CRMLive || !host.UsesOAuth(server.Host().Options().App) {
		return ""
	}
	return s.beacon.Origin + "/oauth-start"
}

// workerLines returns the address and the number of capabilities of each worker.
func (s *server) workerLines(round live.Round) []string {
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
			origin := strings.Replace(s.beacon.Origin, "//", "//"+file.Worker.ID+".", 1)
			lines = append(lines, fmt.Sprintf("%s  %s", origin, capabilities(counts[file.Worker.ID])))
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

// show prints the result of a round: findings as svc check prints them, then what is served. changed are the saved
// files that the round is for; the first round has none.
func (s *server) show(round live.Round, changed []string) {
	findings := s.findings(round)
	s.writePortal(s.ctx, round, findings)
	e := event{
		Event: "round", At: s.env.Now().UTC(), Changed: changed, Built: round.Built, Removed: round.Removed,
		Failed: round.Failures(), Findings: lines(findings), Stale: s.session.Stale(),
		Unserved:   s.session.Unserved(),
		DurationMs: float64(round.Took.Microseconds()) / 1000,
	}
	if round.Err != nil {
		e.Error = reason.Of(round.Err)
	}
	s.emit(e)
	if s.options.json {
		return
	}
	s.printFindings(round, findings)
	switch {
	case round.Err == nil:
	case errors.Is(round.Err, live.ErrNoApp) && len(findings) > 0:
		s.env.Notef("%s", s.notLoaded())
	default:
		s.env.Fail(cmdutil.LoadError(round.Err))
	}
	for _, failure := range e.Failed {
		s.env.Notef("%s", failure)
	}
	if len(e.Removed) > 0 {
		s.env.Notef("no longer served: %s", strings.Join(e.Removed, ", "))
	}
	if round.Err == nil {
		what := made(round, changed, slices.Concat(e.Stale, e.Unserved))
		s.env.Notef("%sserving %s (%d ms)", what, cli.Count(len(s.served()), "worker"), round.Took.Milliseconds())
	}
	for _, file := range e.Stale {
		if len(s.served()) == 0 {
			break // there was no version that loads
		}
		s.env.Notef("serving the last version of %s that loads", file)
	}
	for _, file := range e.Unserved {
		s.env.Notef("not serving %s until it loads", cli.OneLine(file))
	}
}

// made describes what has changed, and what was made of it; "" for the first round.
func made(round live.Round, changed, broken []string) string {
	if len(changed) == 0 {
		return ""
	}
	text := cli.OneLine(changed[0]) + " changed: "
	if more := len(changed) - 1; more > 0 {
		text = fmt.Sprintf("%s and %d more changed: ", cli.OneLine(changed[0]), more)
	}
	switch {
	case round.Started:
		return text + "restarted the app, "
	case slices.Contains(broken, changed[0]):
		return text + "it does not load, "
	case len(round.Built) > 0:
		return text + "rebuilt " + strings.Join(round.Built, ", ") + ", "
	default:
		return text + "the code is the same, "
	}
}

// lines formats findings for programs.
func lines(findings []diag.Finding) []string {
	all := make([]string, len(findings))
	for i, f := range findings {
		all[i] = fmt.Sprintf("%s:%d:%d: %s [%s]", f.File, f.Line, f.Column, f.Message, f.Rule)
	}
	return all
}

// served returns the names of the workers that are served.
func (s *server) served() []string {
	server, err := s.session.Server(s.ctx)
	if err != nil {
		return nil
	}
	return server.Workers()
}

// findings returns the errors of the project.
func (s *server) findings(round live.Round) []diag.Finding {
	if round.Project == nil {
		return nil
	}
	findings, err := checker.Check(round.Project, rules.All, checker.Options{})
	if err != nil {
		s.env.Fail(cmdutil.RulesError(s.env, err))
	}
	all := slices.Clone(findings)
	s.found.Store(&all)
	return slices.DeleteFunc(findings, func(f diag.Finding) bool { return f.Severity != diag.Error })
}

// listFindings answers live.FindingsPath: what svc check finds in the files as they are now.
func (s *server) listFindings(w http.ResponseWriter, _ *http.Request) {
	document := struct {
		Dir      string         `json:"dir"`
		Findings []diag.Finding `json:"findings"`
	}{s.app.Dir, []diag.Finding{}}
	if found := s.found.Load(); found != nil {
		document.Findings = append(document.Findings, *found...)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(document) // the client may have left
}

func (s *server) printFindings(round live.Round, findings []diag.Finding) {
	if len(findings) == 0 {
		return
	}
	report := &cli.Report{
		Findings: findings, Paths: round.Project.Files, Source: s.app.Excerpts(round.Project), Version: s.env.Version,
	}
	_ = s.env.PrintToErr(report) // a failure would be reported there too
}
