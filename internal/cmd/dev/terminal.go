package dev

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/devserver/live"
)

// terminal shows people what the app does.
type terminal struct {
	env     *cli.Env
	metrics cli.RateMetrics
}

// log shows a log line of a handler: below the line of its request, if it has one.
func (t *terminal) log(ctx context.Context, line *host.LogLine) {
	if t.metrics.Take(line.Invocation, line.Message, line.Fields) {
		return
	}
	a := cli.Activity{
		At: atMs(line.At), ID: cmdutil.ShortID(line.Invocation), Level: line.Level, What: line.Message, Fields: line.Fields,
	}
	if x := exchangeOf(ctx); x != nil {
		x.line(a)
	} else {
		t.env.Activity(a)
	}
}

// ended shows an invocation that has ended.
func (t *terminal) ended(ctx context.Context, e *host.Ended) {
	a := cli.Activity{
		At: atMs(e.At + e.DurationMs), ID: cmdutil.ShortID(e.Invocation), What: e.Worker + "/" + e.CapabilityID,
		Outcome: fmt.Sprintf("%s %d", e.Outcome, e.HTTPStatus), Failed: e.HTTPStatus >= 400 || e.Outcome == "error",
		Facts: append([]string{e.Surface, milliseconds(e.DurationMs)}, crmFacts(e)...),
	}
	if summary := t.metrics.End(e.Invocation); summary != "" {
		a.Facts = append(a.Facts, summary)
	}
	if x := exchangeOf(ctx); x != nil {
		x.run(a)
	} else {
		t.env.Activity(a)
	}
}

// crmFacts returns what an invocation says about the CRM.
func crmFacts(e *host.Ended) []string {
	var facts []string
	if e.PortalID != nil {
		facts = append(facts, "portal "+strconv.FormatInt(*e.PortalID, 10))
	}
	if e.CRMCalls > 0 {
		facts = append(facts, cli.Count(e.CRMCalls, "CRM call"))
	}
	if e.CRMWaitMs >= 1 {
		facts = append(facts, milliseconds(e.CRMWaitMs)+" waited")
	}
	if e.Backpressure {
		facts = append(facts, "rate budget exhausted")
	}
	return facts
}

// requestLine returns the line of a request.
func requestLine(e *event) *cli.Activity {
	return &cli.Activity{
		At: e.At, What: e.Method + " " + workerHost(e.Host) + e.Path, Outcome: strconv.Itoa(e.Status),
		Failed: e.Status >= 400, Facts: []string{milliseconds(e.DurationMs)},
	}
}

// card shows a log entry of a card.
func (t *terminal) card(at time.Time, entry *live.CardEntry) {
	t.env.Activity(cli.Activity{
		At: at, ID: cmdutil.ShortID(entry.Invocation), Level: entry.Level, Fields: cardFields(entry),
		What: strings.TrimSpace("card "+entry.Card) + ": " + entry.Message,
	})
}

// fired shows a schedule.
func (t *terminal) fired(f *devserver.Fired) {
	a := cli.Activity{At: f.At, What: fmt.Sprintf("schedule %q of %s", f.Cron, f.Worker)}
	if f.Error != "" {
		a.Outcome, a.Failed, a.Facts = "failed", true, []string{cli.OneLine(f.Error)}
	}
	t.env.Activity(a)
}

// cardFields returns what an entry belongs to, as JSON: the load of the card, and the trace.
func cardFields(entry *live.CardEntry) json.RawMessage {
	fields, _ := json.Marshal(struct { // strings have a JSON form
		Session string `json:"session,omitempty"`
		Trace   string `json:"trace,omitempty"`
	}{entry.Session, cmdutil.ShortID(entry.Trace)})
	if string(fields) == "{}" {
		return nil
	}
	return fields
}

// atMs returns a time of the app's clock, which can be ahead of the machine's.
func atMs(ms float64) time.Time { return time.UnixMilli(int64(ms)).UTC() }

func milliseconds(ms float64) string { return fmt.Sprintf("%.0f ms", ms) }

// workerHost returns the worker of a request's host, or "" for the app worker.
func workerHost(host string) string {
	name, _, found := strings.Cut(host, ".localhost")
	if !found {
		return ""
	}
	return name
}
