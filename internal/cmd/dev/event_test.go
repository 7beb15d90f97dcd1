package dev

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/devserver/live"
)

// newTestServer returns a server that prints to out and messages.
func newTestServer(out, messages *strings.Builder) *server {
	env := &cli.Env{Out: out, Err: messages, Now: time.Now}
	logs := live.NewLogs(live.LogOptions{Encode: cli.EncodeLine})
	return &server{env: env, terminal: terminal{env: env}, options: &options{}, logs: logs}
}

const (
	shown = 0.0 // Unix milliseconds
	id    = "0f3a1b2c-1111-2222-3333-444455556666"
)

func logLine(message string) host.LogLine {
	return host.LogLine{At: shown, Level: "info", Message: message, Invocation: id}
}

func endedRun(portal int64) host.Ended {
	return host.Ended{
		Invocation: id, Worker: "main", CapabilityID: "rename", Surface: "trigger", Outcome: "ok", HTTPStatus: 200,
		At: shown, DurationMs: 12, PortalID: &portal, CRMCalls: 2, CRMWaitMs: 3,
	}
}

func request() *cli.Activity {
	return requestLine(&event{
		At: time.Unix(0, 0).UTC(), Method: "POST", Host: "main.localhost:1", Path: "/webhooks/crm/rename", Status: 200,
		DurationMs: 15,
	})
}

func TestATerminalShowsARequestAndBelowItWhatItReports(t *testing.T) {
	const run = "00:00:00  0f3a1b2c  main/rename  ok 200  trigger  12 ms  portal 7  2 CRM calls  3 ms waited\n"
	const below = "          0f3a1b2c  info  before\n          0f3a1b2c  info  after {\"n\":1}\n"
	for name, c := range map[string]struct {
		runs, lines bool
		request     *cli.Activity
		more        int
		want        string
	}{
		"no invocation":       {request: request(), want: "00:00:00  POST main/webhooks/crm/rename  200  15 ms\n"},
		"one invocation":      {runs: true, lines: true, request: request(), want: run + below},
		"of another command":  {runs: true, lines: true, want: run + below},
		"lines without a run": {lines: true, request: request(), want: "00:00:00  POST main/webhooks/crm/rename  200  15 ms\n" + below},
		"several invocations": {
			runs: true, more: 1, request: request(),
			want: "00:00:00  POST main/webhooks/crm/rename  200  15 ms\n" + strings.Repeat("        "+run[8:], 2),
		},
	} {
		t.Run(name, func(t *testing.T) {
			var out, messages strings.Builder
			s := newTestServer(&out, &messages)
			x, ctx := newExchange(t.Context(), s.env.Activity)
			if c.lines {
				s.log(ctx, logLine("before"))
				line := logLine("after")
				line.Fields = json.RawMessage(`{"n":1}`)
				s.log(ctx, line)
			}
			if c.runs {
				for range 1 + c.more {
					s.ended(ctx, endedRun(7))
				}
			}
			if messages.Len() > 0 {
				t.Errorf("printed before the end:\n%s", messages.String())
			}
			x.end(c.request)
			if messages.String() != c.want || out.Len() > 0 {
				t.Errorf("got\n%s\nwant\n%s", messages.String(), c.want)
			}
		})
	}
}

func TestALongRequestPrintsItsLinesAsTheyCome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out, messages strings.Builder
		s := newTestServer(&out, &messages)
		x, ctx := newExchange(context.Background(), s.env.Activity)
		s.log(ctx, logLine("early"))
		time.Sleep(holdLimit)
		synctest.Wait()
		s.log(ctx, logLine("late"))
		const lines = "00:00:00  0f3a1b2c  info  early\n00:00:00  0f3a1b2c  info  late\n"
		if messages.String() != lines {
			t.Errorf("got\n%s\nwant\n%s", messages.String(), lines)
		}
		x.end(request())
		s.log(ctx, logLine("after the response"))
		s.ended(ctx, endedRun(7))
		if got := strings.Count(messages.String(), "\n00:00:00"); got != 4 {
			t.Errorf("%d lines followed the first:\n%s", got, messages.String())
		}
	})
}

func TestATerminalHasOneSummaryOfTheRateMetricsOfAnInvocation(t *testing.T) {
	var out, messages strings.Builder
	s := newTestServer(&out, &messages)
	metric := logLine("crm_ratelimit_remaining")
	for _, fields := range []string{`{"endpointFamily":"general","value":9}`, `{"endpointFamily":"general","value":8}`} {
		metric.Fields = json.RawMessage(fields)
		s.log(t.Context(), metric)
	}
	s.ended(t.Context(), endedRun(7))
	s.ended(t.Context(), endedRun(8))
	want := []string{"3 ms waited  CRM rate limit: general calls down to 8", "portal 8  2 CRM calls  3 ms waited"}
	lines := strings.Split(strings.TrimSpace(messages.String()), "\n")
	if len(lines) != 2 || !strings.HasSuffix(lines[0], want[0]) || !strings.HasSuffix(lines[1], want[1]) {
		t.Errorf("got\n%s\nwant lines that end with %q", messages.String(), want)
	}
	messages.Reset()
	s.options.json = true
	s.log(t.Context(), metric)
	s.ended(t.Context(), endedRun(7))
	if text := out.String(); !strings.Contains(text, "crm_ratelimit_remaining") ||
		!strings.Contains(text, `"event":"invocation"`) || messages.Len() > 0 {
		t.Errorf("JSON has %s, and the terminal\n%s", text, messages.String())
	}
}
