package dev

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/devserver/live"
)

func TestATerminalHasOneSummaryOfTheRateMetricsOfAnInvocation(t *testing.T) {
	var out, err strings.Builder
	env := &cli.Env{Out: &out, Err: &err, Now: time.Now}
	s := &server{env: env, printed: cli.HandlerLog{Env: env}, options: &options{}, logs: live.NewLogs(live.LogOptions{})}
	const remaining = "crm_ratelimit_remaining"
	for _, line := range []host.LogLine{
		{Message: "before", Invocation: "a"},
		{Message: remaining, Fields: json.RawMessage(`{"endpointFamily":"general","value":9}`), Invocation: "a"},
		{Message: remaining, Fields: json.RawMessage(`{"endpointFamily":"general","value":8}`), Invocation: "b"},
		{Message: "after", Invocation: "a"},
	} {
		line.Level = "info"
		s.log(line)
	}
	s.ended("a")
	s.ended("c")
	const want = "info  before\ninfo  after\ninfo  CRM rate limit: general calls down to 9\n"
	if err.String() != want {
		t.Errorf("got\n%s\nwant\n%s", err.String(), want)
	}
	s.options.json = true
	s.log(host.LogLine{Level: "info", Message: "crm_ratelimit_429_total", Fields: json.RawMessage(`{"value":1}`)})
	s.ended("b")
	if !strings.Contains(out.String(), "crm_ratelimit_429_total") || err.String() != want {
		t.Errorf("JSON has %s, and the terminal\n%s", out.String(), err.String())
	}
}
