package cli

import (
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
