package cli

import (
	"encoding/json"
	"fmt"
	"testing"
)

func TestRateMetricsBecomeOneSummaryPerInvocation(t *testing.T) {
	var m RateMetrics
	take := func(invocation, event, family string, value float64) {
		t.Helper()
		fields := fmt.Sprintf(`{"portal":7,"endpointFamily":%q,"value":%g}`, family, value)
		if !m.Take(invocation, "crm_ratelimit_"+event, json.RawMessage(fields)) {
			t.Errorf("%s is not taken", event)
		}
	}
	for _, left := range []float64{30, 19, 25} {
		take("a", "remaining", "general", left)
		take("a", "headroom_pct", "general", left)
		take("b", "remaining", "general", left+40)
		take("b", "headroom_pct", "general", left+40)
	}
	take("a", "remaining", "search", 3)
	take("a", "headroom_pct", "search", 75)
	take("a", "429_total", "general", 1)
	take("a", "429_total", "general", 1)
	take("a", "backpressure_total", "general", 1)
	want := "CRM rate limit: general calls down to 19 (19%) · search calls down to 3 (75%) · " +
		"2 responses with status 429 · 1 deferred call"
	if got := m.End("a"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := m.End("b"), "CRM rate limit: general calls down to 59 (59%)"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if again, none := m.End("a"), m.End("c"); again != "" || none != "" {
		t.Errorf("summaries without metrics: %q, %q", again, none)
	}
}

func TestRateMetricsAreOnlyThoseOfTheRuntime(t *testing.T) {
	var m RateMetrics
	for message, fields := range map[string]string{
		"counted":                    `{"endpointFamily":"general","value":1}`,
		"crm_ratelimit_remaining":    ``,
		"crm_ratelimit_headroom_pct": `{"value":1}`,
		"crm_ratelimit_429_total":    `{"endpointFamily":"general"}`,
	} {
		if m.Take("a", message, json.RawMessage(fields)) {
			t.Errorf("%s %s is taken", message, fields)
		}
	}
}

func TestRateMetricsOfInvocationsWithoutAnEndAreBounded(t *testing.T) {
	var m RateMetrics
	for i := range 3 * maxOpenMetrics {
		m.Take(fmt.Sprint(i), "crm_ratelimit_429_total", json.RawMessage(`{"endpointFamily":"general","value":1}`))
	}
	if len(m.open) > maxOpenMetrics {
		t.Errorf("%d invocations are kept", len(m.open))
	}
}
