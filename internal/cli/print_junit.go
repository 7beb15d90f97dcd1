package cli

import (
	"encoding/xml"
	"fmt"
	"io"

	"github.com/appsvc/svc/internal/diag"
)

type junitSuites struct {
	XMLName xml.Name     `xml:"testsuites"`
	Suites  []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Time     string      `xml:"time,attr"` // in seconds
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	File    string        `xml:"file,attr,omitempty"`
	Line    int           `xml:"line,attr,omitempty"`
	Time    string        `xml:"time,attr,omitempty"`
	Failure *junitFailure `xml:"failure"`
	Output  string        `xml:"system-out,omitempty"`
}

type junitFailure struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// printJUnit prints findings as test results in the XML of JUnit. An error is a test that fails, a warning one that
// passes with output, because it does not fail the check. Without findings there is one test that passes: build servers
// reject reports without tests.
func printJUnit(r *Report, w io.Writer, _ look) error {
	suite := junitSuite{
		Name: "svc check", Failures: r.count(diag.Error), Time: fmt.Sprintf("%.3f", r.Duration.Seconds()),
	}
	for _, f := range r.Findings {
		at := f.Span
		at.File = r.repositoryPath(f.File)
		text := fmt.Sprintf("%s: %s: %s", place(at), f.Severity, withHint(f))
		test := junitCase{
			Name: fmt.Sprintf("%s %s", f.Rule, place(at)), Class: fileName(at.File), File: fileName(at.File), Line: f.Line,
		}
		if f.Severity == diag.Error {
			test.Failure = &junitFailure{Type: f.Rule, Message: OneLine(f.Message), Text: text}
		} else {
			test.Output = text
		}
		suite.Cases = append(suite.Cases, test)
	}
	if len(suite.Cases) == 0 {
		suite.Cases = []junitCase{{Name: "no findings", Class: "svc check"}}
	}
	suite.Tests = len(suite.Cases)
	text, err := encodeJUnit(suite)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

func encodeJUnit(suite junitSuite) ([]byte, error) {
	text, err := xml.MarshalIndent(junitSuites{Suites: []junitSuite{suite}}, "", "  ")
	return append([]byte(xml.Header), append(escapeCommands(text, "&#91;"), '\n')...), err
}
