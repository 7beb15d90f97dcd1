package cmdutil

import (
	"strings"
	"testing"
)

func TestExitCodesAreListedInTheirOrderOnShortLines(t *testing.T) {
	const want = "Exit codes: 0 erased, 2 usage error, 6 cancelled."
	if got := ExitCodes("6 cancelled", "0 erased", "2 usage error"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	long := ExitCodes("1 "+strings.Repeat("word ", 40), "0 success")
	if lines := strings.Split(long, "\n"); len(lines) != 3 {
		t.Errorf("got %d lines, want 3:\n%s", len(lines), long)
	}
	for line := range strings.SplitSeq(long, "\n") {
		if len(line) > 105 || strings.TrimSpace(line) != line {
			t.Errorf("line %q is too long or has spaces at an end", line)
		}
	}
}
