package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPrintWritesAllOutputs(t *testing.T) {
	w := newWorld(t, true)
	w.vars["NO_COLOR"] = "1"
	got := printed(t, w, sampleReport(), "concise", "sarif=a.sarif", "text=a.txt")
	if !strings.HasPrefix(got, "svc.config.ts:1:1:") {
		t.Errorf("standard output: %s", got)
	}
	sarif, err := os.ReadFile(filepath.Join(w.Dir, "a.sarif"))
	if err != nil || !json.Valid(sarif) {
		t.Errorf("sarif: %v", err)
	}
	text, err := os.ReadFile(filepath.Join(w.Dir, "a.txt"))
	if err != nil || !strings.HasPrefix(string(text), "error[missing-config]") {
		t.Errorf("text: %v\n%s", err, text)
	}
}

func TestParseOutputsRejectsInvalidFormats(t *testing.T) {
	for name, c := range map[string]struct {
		formats []string
		what    string
		fix     string
	}{
		"unknown": {
			[]string{"jsn"}, `unknown format "jsn"`,
			`did you mean "json"? use one of text, concise, json, sarif, github, gitlab, junit, markdown`,
		},
		"far off": {
			[]string{"code-climate"}, `unknown format "code-climate"`, "use one of text, concise, json, sarif, github, gitlab, junit, markdown",
		},
		"no file": {
			[]string{
				"json=",
			}, "--format json= has no file name", "write --format json for standard output, or --format json=FILE",
		},
		"two documents": {
			[]string{"json", "sarif"}, "--format json cannot share standard output with another format",
			"write one of them to a file: --format json=FILE",
		},
		"text and json": {
			[]string{"text", "json=-"}, "--format json cannot share standard output with another format",
			"write one of them to a file: --format json=FILE",
		},
		"same file": {
			[]string{
				"json=a", "sarif=./a",
			}, "--format sarif=./a has the same output as another --format", "use a different file for each",
		},
		"the same twice": {
			[]string{"text", "text"}, "--format text has the same output as another --format", "use a different file for each",
		},
		"nothing at all": {
			[]string{""}, `unknown format ""`, "use one of text, concise, json, sarif, github, gitlab, junit, markdown",
		},
		"a missing name=": {
			[]string{"=a"}, `unknown format ""`, "use one of text, concise, json, sarif, github, gitlab, junit, markdown",
		},
	} {
		_, err := newWorld(t, false).ParseOutputs(c.formats)
		usage, ok := err.(*Error)
		if !ok || usage.Code != ExitUsage || usage.What != c.what || usage.Fix != c.fix {
			t.Errorf("%s: got %#v", name, err)
		}
	}
}

func TestPrintReportsUnwritableFile(t *testing.T) {
	w := newWorld(t, false)
	outputs, err := w.ParseOutputs([]string{"json=none/a.json"})
	if err != nil {
		t.Fatal(err)
	}
	err = w.Print(sampleReport(), outputs)
	if ExitCode(err) != ExitUsage || !strings.Contains(err.Error(), "cannot write") {
		t.Errorf("got %v", err)
	}
}
