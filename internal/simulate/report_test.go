package simulate

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/appsvc/svc/internal/devserver"
)

func at(ms int, status int) passed {
	return passed{at: time.Duration(ms) * time.Millisecond, status: status}
}

func TestHeadroomFindsTheBusiestWindow(t *testing.T) {
	all := func(passed) bool { return true }
	trace := []passed{at(9999, 200), at(0, 200), at(10_000, 200), at(5000, 429), at(10_001, 500), at(19_998, 0)}
	if h := headroom(trace, 8, 10*time.Second, all); h.Peak != 4 || h.Left != 0.5 {
		t.Errorf("got %+v", h) // from 9,999 ms: a refused call does not count, a call without a response does
	}
	if h := headroom(trace, 2, 10*time.Second, all); h.Left != 0 {
		t.Errorf("more calls than the limit leave %v", h.Left)
	}
	if h := headroom(nil, 0, time.Second, all); h.Peak != 0 || h.Left != 1 {
		t.Errorf("no calls use %+v", h)
	}
}

func TestSeriesHasEveryCallInAtMostSixtySteps(t *testing.T) {
	for _, wall := range []time.Duration{
		0, 90 * time.Millisecond, 6 * time.Second, 61 * time.Second, 21 * time.Minute, 26 * time.Hour,
	} {
		last := passed{at: wall, status: 429}
		s := series([]passed{at(0, 200), last}, wall)
		calls, limited := 0, 0
		for _, p := range s.Points {
			calls += p.Calls
			limited += p.Limited
		}
		if len(s.Points) > maxSteps || calls != 2 || limited != 1 {
			t.Errorf("%v: %d steps of %v ms with %d calls", wall, len(s.Points), s.StepMs, calls)
		}
	}
}

func TestSpreadReturnsObservedValues(t *testing.T) {
	var all []time.Duration
	for ms := 100; ms > 0; ms-- {
		all = append(all, time.Duration(ms)*time.Millisecond)
	}
	if diff := cmp.Diff(Spread{50, 95, 100}, spread(all)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(Spread{7, 7, 7}, spread([]time.Duration{7 * time.Millisecond})); diff != "" {
		t.Error(diff)
	}
	if spread(nil) != (Spread{}) {
		t.Error("no times have a spread")
	}
}

func TestReportRecommendsBatchesIfOneCallPerRecordDoesNotFit(t *testing.T) {
	r := &Report{
		Surface: devserver.SurfaceAction, Rows: 1000, Invocations: 1000, Unfinished: 800, TurnedAway: 800,
		Outcomes: map[string]int{"ok": 200, "backpressure": 800}, CRM: Traffic{Calls: 200}, Day: Headroom{
			Limit: 1000, Peak: 200, Left: 0.8,
		},
	}
	r.judge(budgetOf(nil), nil)
	text := strings.Join(r.Findings, "\n")
	for _, want := range []string{
		"800 of 1,000 records", "one call per record exceeds the limit", "ctx.crm.batch.objects", "--over 1m45s",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if r.Fits || r.OK {
		t.Error("the report says that it fits")
	}
	r.CRM.Batches, r.Unfinished, r.Outcomes = 2, 0, map[string]int{"ok": 1000}
	r.judge(budgetOf(nil), nil)
	if !r.Fits || !r.OK || len(r.Findings) != 0 {
		t.Errorf("Fits is %v, findings %q", r.Fits, r.Findings)
	}
}

func TestNumbersAndDurationsAreReadable(t *testing.T) {
	for ms, want := range map[float64]string{
		0: "0 ms", 999: "999 ms", 12_449: "12.4 s", 1_249_000: "20 min 49 s", 120_000: "2 min", 7_500_000: "2 h 5 min",
		86_400_000: "24 h",
	} {
		if got := Duration(ms); got != want {
			t.Errorf("%v ms is %q, want %q", ms, got, want)
		}
	}
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		if got := Number(n); got != want {
			t.Errorf("%d is %q", n, got)
		}
	}
	if got := []string{
		Count(1, "search"), Count(2, "batch"), Count(3, "delivery"), Count(1, "call"), Count(0, "run"),
	}; !cmp.Equal(got, []string{"1 search", "2 batches", "3 deliveries", "1 call", "0 runs"}) {
		t.Errorf("got %q", got)
	}
}

func TestParseTier(t *testing.T) {
	for _, name := range TierNames() {
		if tier, err := ParseTier(name); err != nil || tier.Name != name || tier.Limits.Burst == 0 {
			t.Errorf("%s: %+v, %v", name, tier, err)
		}
	}
	if tier, err := ParseTier("starter+2"); err != nil || tier.Limits.Burst != 250 || tier.Limits.Daily != 2_250_000 {
		t.Errorf("two increases give %+v, %v", tier, err)
	}
	for _, text := range []string{
		"", "huge", "starter+", "starter+0", "starter+-1", "starter+3", "starter+1+1", "marketplace+1",
	} {
		if tier, err := ParseTier(text); err == nil {
			t.Errorf("%q is %+v", text, tier)
		}
	}
}
