package bundle

import (
	"strings"
	"testing"
)

func TestHasSeriesCountsStatementsOfABlock(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want bool
	}{
		"a short source":            {"f(1);\n", false},
		"statements":                {strings.Repeat("f(1);\n", maxSeries+1), true},
		"statements without signs":  {"() => {" + strings.Repeat("f()\n", maxSeries+1) + "}", true},
		"statements in one line":    {"() => {" + strings.Repeat("f();", maxSeries+1) + "}", true},
		"members of an object":      {"x = {\n" + strings.Repeat("a: 1,\n", 2*maxSeries) + "}", false},
		"statements of many blocks": {strings.Repeat("() => {\n"+strings.Repeat("f();\n", 100)+"},", 100), false},
		"a text":                    {"x = `" + strings.Repeat("f();\n", 2*maxSeries) + "`", false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := HasSeries(c.text); got != c.want {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}
