package cli

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

func plotted(t *testing.T, width int, bars []Bar) string {
	t.Helper()
	var out bytes.Buffer
	env := &Env{
		Out: &out, OutTTY: true, Width: width,
		Getenv: func(name string) string { return map[string]string{"NO_COLOR": "1"}[name] },
	}
	if err := env.Plot("calls", bars, "0", "9 s"); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestPlotDrawsBarsAtTheirHeight(t *testing.T) {
	got := plotted(t, 80, []Bar{{Value: 8}, {Value: 4}, {Value: 0}, {Value: 0.01}, {Value: 2, Bad: 1}})
	want := `calls
      8 │█
        │█
        │█
        │█
        │██
        │██
        │██  █
      0 │██ ▁█
             ×
        └─────
         0 9 s
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestPlotFitsTheTerminal(t *testing.T) {
	bars := make([]Bar, 60)
	for i := range bars {
		bars[i].Value = float64(i)
	}
	for _, width := range []int{1, 30, 69, 80, 200} {
		for line := range strings.Lines(plotted(t, width, bars)) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > max(width, 20) {
				t.Errorf("%d columns have a line of %d: %s", width, n, line)
			}
		}
	}
}

func TestPlotWithoutValuesIsEmpty(t *testing.T) {
	if got := plotted(t, 80, []Bar{{}, {}}); strings.ContainsAny(got, "▁█×") {
		t.Errorf("got\n%s", got)
	}
}
