package cli

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/diag"
)

// obeyed are the lines that GitHub Actions and Azure Pipelines obey.
var obeyed = regexp.MustCompile(`(?m)^\s*::[a-z-]+|##(vso|teamcity)?\[`)

func TestNoFormatPrintsCommandsOfBuildServers(t *testing.T) {
	const commands = "##[stop-commands]t ###vso[task.setvariable variable=PATH]x ##teamcity[x]"
	report := sampleReport()
	report.Findings = []diag.Finding{
		{Rule: "r", Severity: diag.Error, Message: commands, Hint: commands, Span: span("::stop-commands::t.ts", 1, 1, 2)},
		{Rule: "r", Severity: diag.Warning, Message: "\u00a0::error::" + commands, Span: span("##[add-mask]a.ts", 1, 1, 2)},
	}
	report.Source = func(string) []byte { return []byte("::error::" + commands + "\n") }
	for _, format := range []string{"text", "concise", "markdown", "json", "sarif", "gitlab", "junit"} {
		if got := printed(t, newWorld(t, false), report, format); obeyed.MatchString(got) {
			t.Errorf("%s: %q", format, got)
		}
	}
	for line := range strings.Lines(printed(t, newWorld(t, false), report, "github")) {
		if _, data, _ := strings.Cut(line[2:], "::"); obeyed.MatchString(data) {
			t.Errorf("github: %q", line)
		}
	}
}

func TestMessagesHaveNoCommandsOfBuildServers(t *testing.T) {
	w := newWorld(t, false)
	w.Notef("a\n  ::error::b ##[error]c")
	w.Fail(&Error{What: "a\n::error::b", Why: "##vso[x.y]c", Fix: "see [::1]:8787 and ::1"})
	const want = "a\n  :\ufffderror::b ##\ufffderror]c\nerror: a\n:\ufffderror::b\n  why: ##vso\ufffdx.y]c\n" +
		"  fix: see [::1]:8787 and ::1\n"
	if got := w.err.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestJSONKeepsTheValueOfCommandsOfBuildServers(t *testing.T) {
	const value = "##[error]a ##vso[x.y]b ::error::c"
	w := newWorld(t, false)
	if err := w.JSON([]string{value}); err != nil {
		t.Fatal(err)
	}
	var got []string
	if err := json.Unmarshal(w.out.Bytes(), &got); err != nil || got[0] != value || obeyed.MatchString(w.out.String()) {
		t.Errorf("%q: %v", w.out.String(), err)
	}
}
