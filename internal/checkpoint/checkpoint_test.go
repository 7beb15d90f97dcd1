package checkpoint

import (
	"bytes"
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/appsvc/svc/internal/control"
)

var update = flag.Bool("update", false, "rewrite the expected output")

// at is the end of the windows of these tests: 2026-11-21 10:20 UTC.
const at = 1795256400000

const day = 24 * 3_600_000

// hostile is a name that no tool of ours makes, but that a worker could send.
const hostile = "=cmd|'/c calc'!A1\",\n<b>|`x`\x1b[31m\\\u202e{a=\"b\"} 1"

// source answers with figures that the window chooses.
type source struct{ asked []control.Window }

func (s *source) Checkpoints(_ context.Context, w control.Window) (*control.Summary, error) {
	s.asked = append(s.asked, w)
	summary := &control.Summary{
		ProjectID: "prj_1", Environment: "production", Note: "a note",
		Since: at - day, From: at - day - 1_200_000, Until: at, CompleteUntil: at - 62_000, Totals: figures1(),
	}
	if w.Until != "" && w.Capability == "" && w.Portal == "" { // the window before
		summary.Since, summary.From, summary.Until, summary.CompleteUntil = at-2*day, at-2*day, at-day, at-day
		summary.Totals = figuresOK(80, 30)
	}
	if w.Capability == "syncs" {
		summary.Syncs = control.SyncFigures{PoisonRows: new(float64)}
		*summary.Syncs.PoisonRows = 7
	}
	if w.Capability == "nothing" {
		summary.Totals = control.Figures{}
	}
	if w.By == "capability" {
		summary.Groups = []control.Group{
			{Key: map[string]string{"worker": "main", "capabilityId": "sync-invoice", "kind": "tool"}, Figures: figures1()},
			{Key: map[string]string{"worker": "-main", "capabilityId": hostile, "kind": "tool"}, Figures: figuresOK(3, 7)},
		}
		if w.Until != "" {
			summary.Groups = []control.Group{
				{Key: map[string]string{"worker": "main", "capabilityId": "gone", "kind": "sync"}, Figures: figuresOK(80, 30)},
			}
		}
	}
	if w.By == "outcome" {
		bp := figuresOK(0, 9)
		bp.Count, bp.Backpressure, bp.Outcomes = 4, 4, map[string]int64{}
		summary.Groups = []control.Group{{Key: map[string]string{"outcome": "ok"}, Figures: figuresOK(3, 7)}, {
			Key: map[string]string{"outcome": "backpressure"}, Figures: bp,
		}}
	}
	if w.Step > 0 {
		summary.Step = w.Step.Milliseconds()
		for i := range int64(8) {
			summary.Series = append(summary.Series, control.Point{At: at - (8-i)*summary.Step, Count: i * i, Errors: i % 2})
		}
	}
	return summary, nil
}

func figures1() control.Figures {
	return control.Figures{
		Count: 120, Outcomes: map[string]int64{
			"ok": 100, "fail-stop": 6, "error": 3, "timeout": 1,
		}, Backpressure: 10, Errors: 4,
		CRMCalls: 340, CRMWaitMs: 1250.5, CRM429: 2, LatencyMs: &control.Latency{
			P50: 41.23, P90: 310, P95: 812.5, P99: 9200, Max: 20000,
		},
		ErrorFingerprints: []control.ErrorFingerprint{
			{Fingerprint: "1a2b3c4d", Count: 3}, {Fingerprint: "ffff0000", Count: 1},
		},
	}
}

func figuresOK(n int64, ms float64) control.Figures {
	return control.Figures{Count: n, Outcomes: map[string]int64{"ok": n}, LatencyMs: &control.Latency{
		P50: ms, P90: ms * 2, P95: ms * 3, P99: ms * 4, Max: ms * 5,
	}}
}

func read(t *testing.T, by string, compare bool, assertion string) (*Report, *source) {
	t.Helper()
	span, err := ParseSpan("24h")
	if err != nil {
		t.Fatal(err)
	}
	q := Query{Since: span, By: by, Compare: compare}
	if assertion != "" {
		if q.Assert, err = ParseAssertion(t.Context(), assertion); err != nil {
			t.Fatal(err)
		}
	}
	s := &source{}
	r, err := Read(context.Background(), s, q)
	if err != nil {
		t.Fatal(err)
	}
	r.Project, r.Where = "prj_1", "app.example"
	return r, s
}

// people returns the report as the command prints it.
func people(r *Report) string {
	var b strings.Builder
	fmt.Fprintln(&b, strings.Join(r.Words(false), "\n"))
	fmt.Fprintln(&b, strings.Join(Heads(), "\t"))
	for _, row := range r.Rows() {
		cells := row.Cells()
		fmt.Fprintln(&b, visible(strings.Join(cells[:1], ""))+"\t"+strings.Join(cells[1:], "\t"))
	}
	return b.String()
}

func TestFormatsMatchTheirGoldenFiles(t *testing.T) {
	for _, by := range []string{"", "capability", "outcome"} {
		for _, format := range append(FormatNames(), "table") {
			r, _ := read(t, by, by == "capability", `p95 < 800 or error_rate < 0.1`)
			var out bytes.Buffer
			if format == "table" {
				out.WriteString(people(r))
			} else if err := Write(&out, format, r); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("testdata", strings.TrimPrefix(by+"."+format, ".")+".txt")
			if *update {
				if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), out.String()); diff != "" {
				t.Errorf("%s by %q:\n%s", format, by, diff)
			}
		}
	}
}

func TestFormatsEscapeUntrustedNames(t *testing.T) {
	r, _ := read(t, "capability", true, "")
	text := func(format string) string {
		var out bytes.Buffer
		if err := Write(&out, format, r); err != nil {
			t.Fatal(err)
		}
		if format != "json" && strings.ContainsAny(out.String(), "\x1b\u202e") {
			t.Errorf("%s has control characters", format)
		}
		return out.String()
	}
	lines, err := csv.NewReader(strings.NewReader(text("csv"))).ReadAll()
	if err != nil || len(lines) != 9 {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	for _, line := range lines {
		for _, cell := range line {
			if cell != "" && strings.Contains("=+-@", cell[:1]) {
				t.Errorf("a spreadsheet would run %q", cell)
			}
		}
	}
	sample := regexp.MustCompile(`^(# (HELP|TYPE) svc_\w+ .+|svc_\w+\{(\w+="([^"\\\n]|\\[\\"n])*",?)*\} [0-9.]+)$`)
	for _, line := range strings.Split(strings.TrimSuffix(text("prom"), "\n"), "\n") {
		if !sample.MatchString(line) {
			t.Errorf("prom cannot read %q", line)
		}
	}
	for _, line := range strings.Split(text("markdown"), "\n") {
		cells := strings.Count(line, "|")
		if strings.HasPrefix(line, "|") && cells != len(Heads())+1 || strings.ContainsAny(line, "<`") {
			t.Errorf("markdown has %q", line)
		}
	}
	_ = text("json")
}

func TestThePreviousWindowEndsWhereTheCurrentStarts(t *testing.T) {
	r, s := read(t, "", true, "")
	from := r.Current.From
	want := control.Window{Since: ms(from - (at - from)), Until: ms(from - 1)}
	if len(s.asked) != 2 || s.asked[1] != want {
		t.Errorf("asked %+v", s.asked)
	}
}

func TestAssertionReadsTheCurrentWindow(t *testing.T) {
	r, s := read(
		t, "", false, `errors{capability="a",portal="7"} == 4 and (p50{capability="a",portal="7"} > 1 or count > 1)`,
	)
	if len(s.asked) != 2 || s.asked[1] != (control.Window{
		Since: ms(at - day), Until: ms(at), Capability: "a", Portal: "7",
	}) {
		t.Errorf("asked %+v", s.asked)
	}
	if !r.Verdict.Holds || len(r.Verdict.Findings) != 3 {
		t.Errorf("got %+v", r.Verdict)
	}
}

func TestAssertionComparesValues(t *testing.T) {
	for text, want := range map[string]string{
		`p95 < 800`:           "false: 812.5 (n=120)",
		`p95 <= 812.5`:        "true: 812.5 (n=120)",
		`p99 >= 9200`:         "true: 9200 (n=120)",
		`p90 != 310`:          "false: 310 (n=120)",
		`error_rate < 0.05`:   "true: 0.033333 (n=120)",
		`errors == 4`:         "true: 4 (n=120)",
		`backpressure > 9`:    "true: 10 (n=120)",
		`crm_429 < 2`:         "false: 2 (n=120)",
		`p50 > 1 and p95 < 1`: "false: 41.23 (n=120); 812.5 (n=120)",
		`p50 > 1 or p95 < 1`:  "true: 41.23 (n=120); 812.5 (n=120)",

		`count{capability="nothing"} == 0`:      "true: 0 (n=0)",
		`errors{capability="nothing"} == 0`:     "false: no value, " + noSamples + " (n=0)",
		`p95{capability="nothing"} < 800`:       "false: no value, " + noSamples + " (n=0)",
		`error_rate{capability="nothing"} != 1`: "false: no value, " + noSamples + " (n=0)",
		`poison_rows >= 0`:                      "false: no value, " + notRecorded + " (n=120)",
		`poison_rows{capability="syncs"} < 5`:   "false: 7 (n=120)",
		`sync_lag_minutes < 5`:                  "false: no value, " + notRecorded + " (n=120)",
	} {
		r, _ := read(t, "", false, text)
		var findings []string
		for _, f := range r.Verdict.Findings {
			findings = append(findings, f.String())
		}
		if got := fmt.Sprintf("%v: %s", r.Verdict.Holds, strings.Join(findings, "; ")); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestParseSpan(t *testing.T) {
	for text, good := range map[string]bool{
		"30m": true, "24h": true, "30d": true, "720h": true, "721h": false, "31d": false, "0m": false, "": false,
		"1": false, "1w": false,
		"1.5h": false, "-1h": false, "999999m": false, " 1h": false, "1h\n": false,
	} {
		if _, err := ParseSpan(text); (err == nil) != good {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestSparkShowsEveryNonZeroStep(t *testing.T) {
	points := []control.Point{{Count: 0}, {Count: 1}, {Count: 500}, {Count: 1000}}
	if got := spark(points, false) + spark(points, true); got != " ▁▄█ .=@" {
		t.Errorf("got %q", got)
	}
	if got := spark(make([]control.Point, 3), false); got != "   " {
		t.Errorf("got %q", got)
	}
}
