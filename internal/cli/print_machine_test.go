package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/appsvc/svc/internal/diag"
)

func TestSARIFMatchesItsSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("testdata/sarif-schema-2.1.0.json") // as published by OASIS
	if err != nil {
		t.Fatal(err)
	}
	hostile := sampleReport()
	hostile.Findings = append(hostile.Findings, diag.Finding{
		Rule: "r", Severity: diag.Error, Message: "[a](b) {0} <c>", Span: span("src/ä b#?%.ts", 0, 0, 0),
		Fixes: []diag.Fix{{Title: "[a](b) {0}", Applicability: diag.Safe, Edits: []diag.Edit{
			{Span: span("src/ä b#?%.ts", 1, 1, 1), NewText: "new"}, {Span: span("a.ts", 2, 1, 3)},
		}}},
	})
	for name, report := range map[string]*Report{"sample": sampleReport(), "empty": {}, "hostile": hostile} {
		log := printed(t, newWorld(t, true), report, "sarif")
		instance, err := jsonschema.UnmarshalJSON(strings.NewReader(log))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(instance); err != nil {
			t.Errorf("%s: %v\n%s", name, err, log)
		}
	}
	if broken, _ := jsonschema.UnmarshalJSON(strings.NewReader(`{"version":"2.1.0"}`)); schema.Validate(broken) == nil {
		t.Error("the schema accepts a log without runs: the test cannot fail")
	}
}

func TestSARIFHasPositionsRulesAndFingerprints(t *testing.T) {
	report := sampleReport()
	report.Prefix = "apps/one"
	again := report.Findings[1]
	again.Line, again.EndLine = 9, 9
	report.Findings = append(report.Findings, again)
	var log sarifLog
	if err := json.Unmarshal([]byte(printed(t, newWorld(t, false), report, "sarif")), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if run.ColumnKind != "utf16CodeUnits" || run.Tool.Driver.Version != "1.2.3" {
		t.Errorf("run: %+v", run)
	}
	if len(run.Tool.Driver.Rules) != 2 || run.Tool.Driver.Rules[1].ShortDescription.Text != "Intervals divide the hour" {
		t.Errorf("rules: %+v", run.Tool.Driver.Rules)
	}
	first, second := run.Results[1], run.Results[2]
	if first.RuleIndex != 1 || first.Locations[0].PhysicalLocation.ArtifactLocation.URI != "apps/one/src/workers/main.ts" {
		t.Errorf("result: %+v", first)
	}
	if region := first.Locations[0].PhysicalLocation.Region; region != (sarifRegion{4, 20, 4, 28}) {
		t.Errorf("region: %+v", region)
	}
	if len(first.RelatedLocations) != 1 || first.RelatedLocations[0].Message.Text != "declared here" {
		t.Errorf("related: %+v", first.RelatedLocations)
	}
	if a, b := first.PartialFingerprints["svcFinding/v1"], second.PartialFingerprints["svcFinding/v1"]; a != "bbbb:1" ||
		b != "bbbb:2" {
		t.Errorf("fingerprints of findings alike: %q and %q", a, b)
	}
}

func TestGitHubAnnotationsAreEscapedAndRelativeToTheRepository(t *testing.T) {
	report := sampleReport()
	report.Prefix = "apps/a,b"
	report.Findings[0].Message = "100%\nsure: yes, no"
	compare(t, printed(t, newWorld(t, false), report, "github"),
		`::error file=apps/a%2Cb/svc.config.ts,line=1,endLine=1,col=1,endColumn=1,title=missing-config::100%25%0Asure: yes, no
::warning file=apps/a%2Cb/src/workers/main.ts,line=4,endLine=4,col=20,endColumn=28,title=schedule-interval::the schedule "7m" does not divide the hour%0Ahint: write 6m or 10m
`)
}

func TestGitHubStopsAtTenErrorsAndTenWarnings(t *testing.T) {
	report := &Report{}
	for i := range 37 {
		severity := diag.Warning
		if i%3 == 0 {
			severity = diag.Error
		}
		report.Findings = append(report.Findings, diag.Finding{
			Rule: "r", Severity: severity, Message: fmt.Sprint("m", i), Span: span("a.ts", i+1, 1, 2),
		})
	}
	got := printed(t, newWorld(t, false), report, "github")
	if e, w := strings.Count(got, "::error "), strings.Count(got, "::warning "); e != 10 || w != 10 {
		t.Errorf("%d errors and %d warnings, want 10 and 10", e, w)
	}
	if !strings.Contains(got, "::notice title=svc check::3 more errors and 14 more warnings not shown") {
		t.Errorf("no notice of the dropped annotations:\n%s", got)
	}
	if strings.Index(got, "::warning") < strings.LastIndex(got, "::error") {
		t.Error("a warning precedes an error")
	}
}

func TestGitHubWritesAllFindingsToTheStepSummary(t *testing.T) {
	w := newWorld(t, false)
	summary := filepath.Join(w.Dir, "summary.md")
	w.vars["GITHUB_STEP_SUMMARY"] = summary
	if err := os.WriteFile(summary, []byte("before\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	printed(t, w, sampleReport(), "github")
	got, err := os.ReadFile(summary)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(got), "before\n### svc check: 1 error, 1 warning in 1 file\n") ||
		strings.Count(string(got), "\n| ") < 3 {
		t.Errorf("got\n%s", got)
	}
	w.vars["GITHUB_STEP_SUMMARY"] = filepath.Join(w.Dir, "none", "summary.md")
	outputs, _ := w.ParseOutputs([]string{"github"})
	if err := w.Print(sampleReport(), outputs); ExitCode(err) != ExitUsage {
		t.Errorf("an unwritable summary: %v", err)
	}
}

func TestMarkdownEscapesTableCells(t *testing.T) {
	report := sampleReport()
	report.Findings[0].Message = "a | b <script> `c` *d* [e](f)\ng"
	compare(t, printed(t, newWorld(t, false), report, "markdown"), `### svc check: 1 error, 1 warning in 1 file

| | Position | Finding | Rule |
|---|---|---|---|
| error | `+"`svc.config.ts:1:1`"+` | a \| b &lt;script&gt; \`+"`c\\`"+` \*d\* \[e\](f) g | `+"`missing-config`"+` |
| warning | `+"`src/workers/main.ts:4:20`"+` | the schedule "7m" does not divide the hour<br>write 6m or 10m | `+
		"`schedule-interval`"+` |
`)
	if got := printed(t, newWorld(t, false), &Report{
		Paths: []string{"a"},
	}, "markdown"); got != "### svc check: no findings in 1 file\n" {
		t.Errorf("without findings: %q", got)
	}
}
