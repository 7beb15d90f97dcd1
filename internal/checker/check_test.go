package checker

import (
	"errors"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

// span returns a span of one character.
func span(file string, line, column int) diag.Span {
	return diag.Span{File: file, Line: line, Column: column, EndLine: line, EndColumn: column + 1}
}

func at(file string, line, column int) declared.Mark { return declared.At(span(file, line, column)) }

// projectOf returns a project that has only sources.
func projectOf(sources map[string]string) *declared.Project {
	p := &declared.Project{ConfigFile: "svc.config.ts", App: &declared.Declaration{Kind: declared.App}}
	for file := range sources {
		p.Files = append(p.Files, file)
	}
	p.Source = func(file string) []byte {
		if text, ok := sources[file]; ok {
			return []byte(text)
		}
		return nil
	}
	return p
}

// reporter returns a rule that reports a message at each mark.
func reporter(id string, marks ...declared.Mark) *Rule {
	return &Rule{ID: id, Severity: diag.Error, Why: "because", Hint: "do it", Run: func(p *Pass) {
		for _, mark := range marks {
			p.Reportf(mark, "%s broken", id)
		}
	}}
}

// brief returns the findings as text, one per line.
func brief(findings []diag.Finding) string {
	var lines []string
	for _, f := range findings {
		lines = append(lines, f.File+":"+itoa(f.Line)+":"+itoa(f.Column)+" "+string(f.Severity)+" "+f.Rule+": "+f.Message)
	}
	return strings.Join(lines, "\n")
}

func itoa(n int) string { return string([]byte{byte('0' + n/10), byte('0' + n%10)}) }

func check(t *testing.T, p *declared.Project, rules ...*Rule) []diag.Finding {
	t.Helper()
	findings, err := Check(p, rules, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return findings
}

func TestFindingsAreSortedByFileLineAndColumn(t *testing.T) {
	p := projectOf(nil)
	got := brief(check(t, p,
		reporter("b", at("b.ts", 1, 1), at("a.ts", 12, 1), at("a.ts", 2, 9)),
		reporter("a", at("a.ts", 2, 9), at("a.ts", 2, 3)),
	))
	want := `a.ts:02:03 error a: a broken
a.ts:02:09 error a: a broken
a.ts:02:09 error b: b broken
a.ts:12:01 error b: b broken
b.ts:01:01 error b: b broken`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestCheckReportsEqualFindingsOnce(t *testing.T) {
	p := projectOf(nil)
	if got := check(t, p, reporter("a", at("a.ts", 2, 9), at("a.ts", 2, 9))); len(got) != 1 {
		t.Errorf("got %d findings, want 1:\n%s", len(got), brief(got))
	}
}

func TestFindingsOfOneRuleAreBounded(t *testing.T) {
	p := projectOf(nil)
	marks := make([]declared.Mark, 0, maxDrafts+2)
	for i := range cap(marks) {
		marks = append(marks, at("a.ts", i+1, 1))
	}
	got := check(t, p, reporter("x", marks...))
	if last := got[len(got)-1]; len(got) != maxDrafts+1 || last.Message != "2 more findings of this rule are not shown" ||
		last.Line != maxDrafts+1 {
		t.Errorf("got %d findings, the last one is %+v", len(got), last)
	}
}

func TestFindingWithoutPositionIsReportedAtTheConfig(t *testing.T) {
	p := projectOf(nil)
	got := check(t, p, reporter("a", declared.Mark{}, at("x.ts", 0, 0)))
	if got[0].Span != (diag.Span{File: "svc.config.ts", Line: 1, Column: 1, EndLine: 1, EndColumn: 1}) {
		t.Errorf("no place: got %+v", got[0].Span)
	}
	if got[1].Span != (diag.Span{File: "x.ts", Line: 1, Column: 1, EndLine: 1, EndColumn: 1}) {
		t.Errorf("whole file: got %+v", got[1].Span)
	}
}

func TestFindingHasTheTextsOfItsRuleAndDraft(t *testing.T) {
	rule := &Rule{ID: "r", Severity: diag.Error, Why: "why", Hint: "hint", Run: func(p *Pass) {
		p.Reportf(at("a.ts", 1, 1), "plain")
		p.Reportf(at("a.ts", 2, 1), "detailed").Hintf("do %s", "that").Warn().Related(at("b.ts", 3, 4), "first declared here")
	}}
	got := check(t, projectOf(nil), rule)
	if f := got[0]; f.Why != "why" || f.Hint != "hint" || f.Severity != diag.Error || f.Related != nil {
		t.Errorf("plain: got %+v", f)
	}
	f := got[1]
	if f.Hint != "do that" || f.Severity != diag.Warning || len(f.Related) != 1 {
		t.Fatalf("detailed: got %+v", f)
	}
	if r := f.Related[0]; r.Message != "first declared here" || r.Span != span("b.ts", 3, 4) {
		t.Errorf("related: got %+v", r)
	}
}

func TestCheckReturnsRuleErrorAndFindingsOfOtherRules(t *testing.T) {
	broken := &Rule{ID: "broken-rule", Run: func(p *Pass) { var v *declared.Value; _ = v.Items[3] }}
	findings, err := Check(projectOf(nil), []*Rule{broken, reporter("a", at("a.ts", 1, 1))}, Options{})
	var failed *RuleError
	if !errors.As(err, &failed) || failed.Rule != "broken-rule" || len(failed.Stack) == 0 {
		t.Errorf("got error %v, want a RuleError of broken-rule with its stack", err)
	}
	if err != nil && strings.Contains(err.Error(), "goroutine") {
		t.Errorf("the error's text holds a stack: %v", err)
	}
	if len(findings) != 1 {
		t.Errorf("got %d findings, want the one of the other rule", len(findings))
	}
}

func TestFileThatWasNotEvaluatedHasOnlyItsProblem(t *testing.T) {
	p := projectOf(nil)
	p.Workers = []*declared.WorkerFile{{Path: "w.ts"}, {Path: "fine.ts", Evaluated: true}}
	p.Problems = []declared.Problem{{Rule: "throws-at-import", At: at("lib.ts", 3, 1)}}
	got := brief(check(t, p,
		reporter("throws-at-import", at("w.ts", 1, 1)),
		reporter("other", at("w.ts", 2, 1), at("fine.ts", 2, 1), at("svc.config.ts", 1, 1)),
	))
	want := `fine.ts:02:01 error other: other broken
svc.config.ts:01:01 error other: other broken
w.ts:01:01 error throws-at-import: throws-at-import broken`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestConfigThatThrowsHasOnlyItsProblem(t *testing.T) {
	p := projectOf(nil)
	p.App = nil
	p.Problems = []declared.Problem{{Rule: "throws-at-import", At: at("svc.config.ts", 3, 1)}}
	got := brief(
		check(t, p, reporter("throws-at-import", at("svc.config.ts", 3, 1)), reporter("other", at("svc.config.ts", 5, 1))),
	)
	if want := "svc.config.ts:03:01 error throws-at-import: throws-at-import broken"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestFingerprintsSurviveMovedLinesAndDifferByDeclaration(t *testing.T) {
	fingerprints := func(shift int, ids ...string) []string {
		p := projectOf(nil)
		var marks []declared.Mark
		for i, id := range ids {
			mark := at("w.ts", 10*i+shift, 5)
			options := &declared.Value{
				Shape: declared.Object, Members: []declared.Member{{Name: "schedule", Value: &declared.Value{At: mark}}},
			}
			p.Declarations = append(p.Declarations, &declared.Declaration{
				Kind: declared.Sync, ID: id, Args: []*declared.Value{{}, options},
			})
			marks = append(marks, mark)
		}
		var out []string
		for _, f := range check(t, p, reporter("r", marks...)) {
			out = append(out, f.Fingerprint)
		}
		return out
	}
	before, after := fingerprints(1, "one", "two"), fingerprints(7, "one", "two")
	if before[0] != after[0] || before[1] != after[1] {
		t.Errorf("moving lines changed fingerprints: %v, then %v", before, after)
	}
	if before[0] == before[1] {
		t.Error("two declarations have the same fingerprint")
	}
	if len(before[0]) != 16 {
		t.Errorf("a fingerprint is 16 hexadecimal digits, got %q", before[0])
	}
}

func TestFingerprintsOutsideDeclarationsUseTheSourceLine(t *testing.T) {
	one := func(source string, line int) string {
		return check(t, projectOf(map[string]string{"w.ts": source}), reporter("r", at("w.ts", line, 1)))[0].Fingerprint
	}
	if one("import x from 'y'\n", 1) != one("// moved\n\n  import  x from 'y'\r\n", 3) {
		t.Error("moving and indenting a line changed its fingerprint")
	}
	if one("import x from 'y'\n", 1) == one("import z from 'y'\n", 1) {
		t.Error("two lines have the same fingerprint")
	}
}
