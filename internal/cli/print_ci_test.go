package cli

import (
	"encoding/json"
	"encoding/xml"
	"testing"

	"github.com/appsvc/svc/internal/diag"
)

func TestGitLabNumbersEqualFindingsAndSeparatesProjects(t *testing.T) {
	fingerprints := map[string]bool{}
	for _, prefix := range []string{"apps/one", "apps/two"} {
		report := sampleReport()
		report.Prefix = prefix
		report.Findings = append(report.Findings, report.Findings...)
		var issues []gitlabIssue
		if err := json.Unmarshal([]byte(printed(t, newWorld(t, false), report, "gitlab")), &issues); err != nil {
			t.Fatal(err)
		}
		for _, issue := range issues {
			if fingerprints[issue.Fingerprint] {
				t.Errorf("%s twice", issue.Fingerprint)
			}
			fingerprints[issue.Fingerprint] = true
		}
	}
	if len(fingerprints) != 8 {
		t.Errorf("%d fingerprints", len(fingerprints))
	}
	if got := printed(t, newWorld(t, false), &Report{}, "gitlab"); got != "[]\n" {
		t.Errorf("without findings: %q", got)
	}
}

func TestJUnitFailsForErrorsOnly(t *testing.T) {
	report := sampleReport()
	report.Findings = append(report.Findings, diag.Finding{
		Rule: "r", Severity: diag.Warning, Message: "<a> & ]]> \x00", Span: span("<x>.ts", 1, 1, 2),
	})
	var suites junitSuites
	if err := xml.Unmarshal([]byte(printed(t, newWorld(t, false), report, "junit")), &suites); err != nil {
		t.Fatal(err)
	}
	suite, failures := suites.Suites[0], 0
	for _, test := range suite.Cases {
		if test.Failure != nil {
			failures++
		}
	}
	if suite.Tests != len(report.Findings) || failures != suite.Failures || failures != report.count(diag.Error) {
		t.Errorf("%d tests, %d failures: %+v", suite.Tests, failures, suite)
	}
	if last := suite.Cases[len(suite.Cases)-1]; last.Class != "<x>.ts" || last.Failure != nil || last.Output == "" {
		t.Errorf("warning: %+v", last)
	}
	suites = junitSuites{}
	if err := xml.Unmarshal([]byte(printed(t, newWorld(t, false), &Report{}, "junit")), &suites); err != nil {
		t.Fatal(err)
	}
	if suite := suites.Suites[0]; suite.Tests != 1 || suite.Failures != 0 {
		t.Errorf("without findings: %+v", suite)
	}
}
