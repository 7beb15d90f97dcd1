package cli_test

import (
	"testing"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cli/clitest"
)

func TestCutFitsTextIntoColumns(t *testing.T) {
	for _, c := range []struct {
		text         string
		columns      int
		start, ended string
	}{
		{"abc", 3, "abc", "abc"}, {"abcd", 3, "ab…", "…cd"}, {"世界世界", 5, "世界…", "…世界"},
		{"世界世界", 4, "世…", "…界"}, {"abc", 1, "…", "…"}, {"", 0, "", ""}, {"abc", -3, "…", "…"},
	} {
		if got := cli.Cut(c.text, c.columns); got != c.start {
			t.Errorf("Cut(%q, %d) = %q, not %q", c.text, c.columns, got, c.start)
		}
		if got := cli.CutStart(c.text, c.columns); got != c.ended {
			t.Errorf("CutStart(%q, %d) = %q, not %q", c.text, c.columns, got, c.ended)
		}
	}
}

func TestWrapBreaksBetweenWords(t *testing.T) {
	env, _, _ := clitest.Env("", nil)
	text := "one two three four five six seven eight"
	if got := env.OutPainter().Wrap("  ", text); got != "  "+text {
		t.Errorf("without a terminal: %q", got)
	}
	env.OutTTY, env.Width = true, 32
	if got := env.OutPainter().Wrap("  ", text); got != "  one two three four five six\n  seven eight" {
		t.Errorf("%q", got)
	}
	env.Width = 20
	if got := env.OutPainter().Wrap("  ", text); got != "  "+text {
		t.Errorf("on a narrow terminal: %q", got)
	}
}
