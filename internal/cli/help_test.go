package cli

import (
	"bytes"
	"strings"
	"testing"
)

func TestReflowFitsHelpToTheTerminal(t *testing.T) {
	text := `Rotate makes a new control key, binds it to the app worker, and deletes
the key before.

Each secret is
    bound    set in the script of the worker, where handlers read it
    missing  not set

Exit codes: 0 success.`
	p := Painter{width: 60}
	want := `Rotate makes a new control key, binds it to the app worker,
and deletes the key before.

Each secret is
    bound    set in the script of the worker, where handlers
             read it
    missing  not set

Exit codes: 0 success.`
	if got := p.Reflow(text); got != want {
		t.Errorf("got\n%s", got)
	}
	for _, wide := range []int{0, 120} {
		if got := (Painter{width: wide}).Reflow(text); got != text {
			t.Errorf("width %d: got\n%s", wide, got)
		}
	}
}

func TestUsageTemplateBreaksFlagsOfATerminalOnly(t *testing.T) {
	const template = "{{.LocalFlags.FlagUsages | trim}}{{.InheritedFlags.FlagUsages | trim}}"
	if got := (Painter{}).UsageTemplate(template); got != template {
		t.Errorf("without a terminal: %s", got)
	}
	if got := (Painter{width: 80}).UsageTemplate(template); strings.Count(got, "Flags.FlagUsagesWrapped 80 |") != 2 {
		t.Errorf("with a terminal: %s", got)
	}
}

func TestErrorsAndTablesFitTheTerminal(t *testing.T) {
	var out, failed bytes.Buffer
	e := &Env{
		Out: &out, Err: &failed, OutTTY: true, ErrTTY: true, Width: 60,
		Getenv: func(name string) string { return map[string]string{"NO_COLOR": "1"}[name] },
	}
	e.Fail(&Error{
		What: "missing credentials: API token of the edge platform and key", Why: "they are not set", Fix: "run 'svc login'",
	})
	want := `error: missing credentials: API token of the edge platform
       and key
  why: they are not set
  fix: run 'svc login'
`
	if got := failed.String(); got != want {
		t.Errorf("got\n%s", got)
	}
	row := []string{"warning", "credentials", "", "missing: API token of the edge platform"}
	if err := e.Table([]string{"A", "B", "", "C"}, [][]string{row}); err != nil {
		t.Fatal(err)
	}
	want = `A        B              C
warning  credentials    missing: API token of the edge
                        platform
`
	if got := out.String(); got != want {
		t.Errorf("got\n%s", got)
	}
}
