package cli

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/appsvc/svc/internal/diag"
)

const workerSource = `import { defineWorker } from '@svc/sdk';
const worker = defineWorker('main');
worker.sync('nightly', {
	label: 'Nacht 😀', schedule: '7m',
});
`

func span(file string, line, column, endColumn int) diag.Span {
	return diag.Span{File: file, Line: line, Column: column, EndLine: line, EndColumn: endColumn}
}

func sampleReport() *Report {
	return &Report{
		Findings: []diag.Finding{
			{
				Rule: "missing-config", Severity: diag.Error, Message: "no svc.config.ts in this folder",
				Span: span("svc.config.ts", 1, 1, 1), Fingerprint: "aaaa",
			},
			{
				Rule: "schedule-interval", Severity: diag.Warning, Message: `the schedule "7m" does not divide the hour`,
				Why: "nothing is rounded", Hint: "write 6m or 10m",
				Span:        span("src/workers/main.ts", 4, 20, 28),
				Related:     []diag.Related{{Message: "declared here", Span: span("src/workers/main.ts", 3, 8, 12)}},
				Fingerprint: "bbbb",
			},
		},
		Paths: []string{"src/workers/main.ts"}, Duration: 12 * time.Millisecond, Version: "1.2.3",
		Topics: []Topic{{
			ID: "schedule-interval", Kind: RuleTopic, Level: diag.Error, Title: "Intervals divide the hour",
			Why: "nothing is rounded", Hint: "choose another", Before: "a", After: "b",
		}},
		Source: func(file string) []byte {
			if file == "src/workers/main.ts" {
				return []byte(workerSource)
			}
			return nil
		},
	}
}

// printed is what a format prints on standard output.
func printed(t *testing.T, w *world, report *Report, formats ...string) string {
	t.Helper()
	outputs, err := w.ParseOutputs(formats)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Print(report, outputs); err != nil {
		t.Fatal(err)
	}
	return w.out.String()
}

func compare(t *testing.T, got, want string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestTextShowsSourceReasonAndHint(t *testing.T) {
	compare(t, printed(
		t, newWorld(t, false), sampleReport(), "text",
	), `error[missing-config] no svc.config.ts in this folder
 --> svc.config.ts:1:1

warning[schedule-interval] the schedule "7m" does not divide the hour
 --> src/workers/main.ts:4:20
  |
4 |   label: 'Nacht 😀', schedule: '7m',
  |                     ^^^^^^^^
  = why: nothing is rounded
  = hint: write 6m or 10m
  = see: declared here
 --> src/workers/main.ts:3:8
  |
3 | worker.sync('nightly', {
  |        ----

`)
}

func TestTextIsTheColoredDefaultOnATerminal(t *testing.T) {
	w := newWorld(t, true)
	got := printed(t, w, sampleReport())
	for _, want := range []string{
		"\x1b[1;31merror\x1b[0m", "\x1b[1;33mwarning\x1b[0m", "\x1b[1;33m^^^^^^^^\x1b[0m", "\x1b[36m4\x1b[0m",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%q", want, got)
		}
	}
}

func TestNoColorLeavesTextPlain(t *testing.T) {
	w := newWorld(t, true)
	w.vars["NO_COLOR"] = "1"
	compare(t, printed(t, w, sampleReport()), printed(t, newWorld(t, false), sampleReport(), "text"))
}

func TestTextWrapsAtTheWidthOfTheTerminal(t *testing.T) {
	w := newWorld(t, true)
	w.vars["NO_COLOR"] = "1"
	w.Width = 50
	report := sampleReport()
	report.Findings = report.Findings[1:]
	report.Findings[0].Why = strings.Repeat("reason ", 20)
	report.Findings[0].Related = nil
	got := printed(t, w, report)
	for _, line := range strings.Split(got, "\n") {
		if len([]rune(line)) > 50 {
			t.Errorf("%d columns: %q", len([]rune(line)), line)
		}
	}
	if !strings.Contains(got, "= why: reason reason") || !strings.Contains(got, "\n         reason") {
		t.Errorf("not indented:\n%s", got)
	}
}

func TestTextCutsLongLineAroundSpan(t *testing.T) {
	report := sampleReport()
	report.Findings = []diag.Finding{{Rule: "r", Severity: diag.Error, Message: "m", Span: span("long.ts", 1, 501, 507)}}
	report.Source = func(string) []byte {
		return []byte(strings.Repeat("a", 500) + "TARGET" + strings.Repeat("b", 500))
	}
	got := printed(t, newWorld(t, false), report, "text")
	lines := strings.Split(got, "\n")
	if len(lines[3]) > maxLine+20 {
		t.Errorf("the line has %d bytes", len(lines[3]))
	}
	before, _, shown := strings.Cut(lines[3], "TARGET")
	if carets, _, _ := strings.Cut(lines[4], "^^^^^^"); !shown || len([]rune(carets)) != len([]rune(before)) {
		t.Errorf("the carets are not under the target:\n%s", got)
	}
}

func TestCaretsMatchTheSpan(t *testing.T) {
	for name, c := range map[string]struct {
		line          string
		span          diag.Span
		before, under int
	}{
		"plain":               {"abc def", span("", 1, 5, 8), 4, 3},
		"tab":                 {"\tabc", span("", 1, 2, 5), 2, 3},
		"two units":           {"😀abc", span("", 1, 3, 6), 2, 3},
		"wide":                {"世界abc", span("", 1, 3, 6), 4, 3},
		"no length, a word":   {"abc def", span("", 1, 5, 5), 4, 3},
		"no length, a string": {"x: 'a b', y", span("", 1, 4, 4), 3, 5},
		"no length, a sign":   {"f()", span("", 1, 2, 2), 1, 1},
		"several lines":       {"abc def", diag.Span{Line: 1, Column: 5, EndLine: 3, EndColumn: 2}, 4, 3},
		"behind the end":      {"abc", span("", 1, 9, 12), 3, 1},
		"empty line":          {"", span("", 1, 1, 1), 0, 1},
	} {
		before, under := carets(c.line, c.span)
		if before != c.before || under != c.under {
			t.Errorf("%s: %d before, %d under, want %d and %d", name, before, under, c.before, c.under)
		}
	}
}

func TestConciseIsTheDefaultWithoutATerminal(t *testing.T) {
	compare(t, printed(
		t, newWorld(t, false), sampleReport(),
	), `svc.config.ts:1:1: error: no svc.config.ts in this folder [missing-config]
src/workers/main.ts:4:20: warning: the schedule "7m" does not divide the hour [schedule-interval]
`)
}

func TestFormatsEscapeControlCodes(t *testing.T) {
	report := sampleReport()
	report.Findings = []diag.Finding{
		{Rule: "r", Severity: diag.Error, Message: "a\x1b[2Jb\nc\u202ed", Span: span("x\x07.ts", 1, 1, 2)},
	}
	report.Source = func(string) []byte { return []byte("const a = '\x1b[31m'\n") }
	report.Findings[0].Message += "\u009b31m"
	for _, format := range []string{"text", "concise", "markdown", "json", "sarif", "gitlab", "junit"} {
		got := printed(t, newWorld(t, false), report, format)
		if strings.ContainsAny(got, "\x1b\x07\u202e\u009b") {
			t.Errorf("%s: %q", format, got)
		}
	}
	if got := printed(t, newWorld(t, false), report, "concise"); strings.Count(got, "\n") != 1 {
		t.Errorf("not one line: %q", got)
	}
}

func TestTerminalFormatsShowInvisibleCharactersOfFileNames(t *testing.T) {
	for _, invisible := range []string{
		"\u00ad", "\u200b", "\u200d", "\u200e", "\u200f", "\u061c", "\u2060", "\u2066", "\ufeff", "\U000e0041",
	} {
		report := sampleReport()
		name := "a" + invisible + "b.ts"
		report.Findings = []diag.Finding{{Rule: "r", Severity: diag.Error, Message: "m", Span: span(name, 1, 1, 2)}}
		for _, format := range []string{"text", "concise", "junit"} {
			if got := printed(t, newWorld(t, false), report, format); strings.Contains(got, invisible) ||
				!strings.Contains(got, "a\ufffdb.ts") {
				t.Errorf("%s: %q", format, got)
			}
		}
		got := printed(t, newWorld(t, false), report, "json")
		var document struct{ Findings []struct{ File string } }
		if err := json.Unmarshal([]byte(got), &document); err != nil || document.Findings[0].File != name {
			t.Errorf("%v: json lost the name: %q", err, got)
		}
		if invisible != "\u200d" && strings.Contains(got, invisible) {
			t.Errorf("json: %q", got)
		}
	}
	if emoji := "\U0001f468\u200d\U0001f4bb"; OneLine(emoji) != emoji {
		t.Errorf("a joined emoji became %q", OneLine(emoji))
	}
}

func TestJSONHasDocumentedShape(t *testing.T) {
	compare(t, printed(t, newWorld(t, true), sampleReport(), "json"), `{
  "schemaVersion": 1,
  "findings": [
    {
      "rule": "missing-config",
      "severity": "error",
      "message": "no svc.config.ts in this folder",
      "file": "svc.config.ts",
      "line": 1,
      "column": 1,
      "endLine": 1,
      "endColumn": 1,
      "fingerprint": "aaaa"
    },
    {
      "rule": "schedule-interval",
      "severity": "warning",
      "message": "the schedule \"7m\" does not divide the hour",
      "why": "nothing is rounded",
      "hint": "write 6m or 10m",
      "file": "src/workers/main.ts",
      "line": 4,
      "column": 20,
      "endLine": 4,
      "endColumn": 28,
      "related": [
        {
          "message": "declared here",
          "file": "src/workers/main.ts",
          "line": 3,
          "column": 8,
          "endLine": 3,
          "endColumn": 12
        }
      ],
      "fingerprint": "bbbb"
    }
  ],
  "summary": {
    "errors": 1,
    "warnings": 1,
    "files": 1,
    "durationMs": 12
  }
}
`)
}

func TestJSONWithoutFindingsHasAnEmptyList(t *testing.T) {
	got := printed(t, newWorld(t, false), &Report{}, "json")
	if !strings.Contains(got, `"findings": []`) {
		t.Errorf("got %s", got)
	}
}

func TestPrintJSONLinePrintsOneLine(t *testing.T) {
	w := newWorld(t, false)
	if err := w.PrintJSONLine(sampleReport()); err != nil {
		t.Fatal(err)
	}
	if got := w.out.String(); strings.Count(got, "\n") != 1 || !json.Valid([]byte(got)) {
		t.Errorf("got %q", got)
	}
}

func TestSummaryCountsFindingsAndFiles(t *testing.T) {
	report := sampleReport()
	if got := report.Summary(); got != "1 error, 1 warning in 1 file" {
		t.Errorf("got %q", got)
	}
	if got := (&Report{
		Paths: []string{"a", "b"}, Tolerated: 3,
	}).Summary(); got != "no findings in 2 files, 3 in the baseline" {
		t.Errorf("got %q", got)
	}
}

func TestExplainPrintsAllParts(t *testing.T) {
	topic := Topic{
		ID: "r", Kind: RuleTopic, Level: diag.Error, Title: "Do it", Why: "because", Hint: "like this", Before: "a\nb",
		After: "c", Since: "2026.03",
	}
	w := newWorld(t, false)
	if err := w.Explain(topic); err != nil {
		t.Fatal(err)
	}
	compare(t, w.out.String(), `r (rule, error, since platformVersion 2026.03)
  Do it

why: because

hint: like this

incorrect:
    a
    b

correct:
    c
`)
	w = newWorld(t, false)
	if err := w.Explain(Topic{
		ID: "grant_expired", Kind: ErrorTopic, Status: 401, Title: "The grant is too old",
	}); err != nil {
		t.Fatal(err)
	}
	compare(t, w.out.String(), "grant_expired (error code, HTTP 401)\n  The grant is too old\n")
}

func TestTopicsAreAlignedOrTabSeparated(t *testing.T) {
	topics := []Topic{
		{ID: "a", Kind: RuleTopic, Level: diag.Error, Title: "One"},
		{ID: "long", Kind: ErrorTopic, Status: 401, Title: "Two"}, {ID: "b", Kind: ErrorTopic, Title: "Three"},
	}
	w := newWorld(t, false)
	if err := w.Topics(topics); err != nil {
		t.Fatal(err)
	}
	compare(t, w.out.String(), "a\terror\tOne\nlong\t401\tTwo\nb\thandler\tThree\n")
	w = newWorld(t, true)
	w.vars["NO_COLOR"] = "1"
	if err := w.Topics(topics); err != nil {
		t.Fatal(err)
	}
	compare(t, w.out.String(), "a     error    One\nlong  401      Two\nb     handler  Three\n")
}

func FuzzFramesNeverPanic(f *testing.F) {
	f.Add("const a = '😀';\t世界", 1, 3, 1, 9, 30)
	f.Add(strings.Repeat("x", 300), 1, 290, 1, 295, 80)
	f.Add("", 0, 0, -1, 0, 0)
	f.Add(" ", 1, 3, -60, 9, 30) // starts with no word
	f.Add("émile.", 1, 3, 1, 9, 30)
	f.Fuzz(func(t *testing.T, line string, startLine, column, endLine, endColumn, width int) {
		report := &Report{
			Findings: []diag.Finding{{Rule: "r", Severity: diag.Error, Message: line, Why: line, Span: diag.Span{
				File: "a", Line: startLine, Column: column, EndLine: endLine, EndColumn: endColumn,
			}}},
			Source: func(string) []byte { return []byte(line) },
		}
		for _, format := range formats {
			var b strings.Builder
			if err := format.print(report, &b, look{width: width}); err != nil {
				t.Errorf("%s: %v", format.name, err)
			}
		}
	})
}
