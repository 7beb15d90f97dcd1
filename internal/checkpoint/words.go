package checkpoint

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/control"
)

// Heads returns the heads of the columns of Cells. N is the sample size of the other numbers of a row.
func Heads() []string {
	return []string{"WHAT", "N", "OK", "BACKPRESSURE", "OTHER", "ERRORS", "P50", "P90", "P95", "P99", "MAX"}
}

// How many samples a percentile needs to differ from the maximum.
const (
	enoughFor90 = 10
	enoughFor95 = 20
	enoughFor99 = 100
)

// Cells returns the row for people. A percentile of too few samples has a ~ before it.
func (r Row) Cells() []string {
	f, name := r.Figures, r.name()
	if r.Before {
		name = "  before"
	}
	other := f.Count - f.Outcomes["ok"] - f.Backpressure - f.Errors
	cells := []string{name, whole(f.Count), whole(f.Outcomes["ok"]), whole(f.Backpressure), whole(other), errorsCell(f)}
	if f.LatencyMs == nil {
		return append(cells, "-", "-", "-", "-", "-")
	}
	l := f.LatencyMs
	return append(
		cells, duration(l.P50), rough(f.Count < enoughFor90)+duration(l.P90), rough(f.Count < enoughFor95)+duration(l.P95),
		rough(f.Count < enoughFor99)+duration(l.P99), duration(l.Max),
	)
}

func rough(is bool) string {
	if is {
		return "~"
	}
	return ""
}

func errorsCell(f control.Figures) string {
	rate := errorRate(f)
	if f.Errors == 0 || rate == nil {
		return whole(f.Errors)
	}
	return fmt.Sprintf("%d (%s)", f.Errors, percent(*rate))
}

// percent writes one decimal, and never rounds to 0 % or 100 %.
func percent(rate float64) string {
	switch {
	case rate > 0.999 && rate < 1:
		return ">99.9 %"
	case rate >= 0.00095:
		return strconv.FormatFloat(math.Round(rate*1000)/10, 'f', -1, 64) + " %"
	case rate > 0:
		return "<0.1 %"
	}
	return "0 %"
}

// duration writes milliseconds with three significant digits.
func duration(ms float64) string {
	switch {
	case ms >= 60_000:
		return strconv.FormatFloat(ms/60_000, 'f', 1, 64) + " min"
	case ms >= 9_999.5:
		return strconv.FormatFloat(ms/1000, 'f', 1, 64) + " s"
	case ms >= 999.5:
		return strconv.FormatFloat(ms/1000, 'f', 2, 64) + " s"
	case ms >= 99.5:
		return strconv.FormatFloat(ms, 'f', 0, 64) + " ms"
	}
	return strconv.FormatFloat(ms, 'g', 3, 64) + " ms"
}

func minute(at int64) string { return time.UnixMilli(at).UTC().Format("2006-01-02 15:04") }

// String returns the value of the comparison, or why there is none, with the sample size.
func (f Finding) String() string {
	n := fmt.Sprintf("n=%d", f.Samples)
	if f.Value == nil {
		return "no value, " + f.Why + " (" + n + ")"
	}
	return number(*f.Value) + " (" + n + ")"
}

// Words returns the text for people besides the rows, one line each. plain uses ASCII characters only.
func (r *Report) Words(plain bool) []string {
	c := r.Current
	words := []string{fmt.Sprintf(
		"%s (%s), %s to %s UTC, complete until %s", r.Project, c.Environment, minute(c.From), minute(c.Until),
		minute(c.CompleteUntil),
	)}
	if r.Previous != nil {
		words = append(words, fmt.Sprintf("before: %s to %s UTC", minute(r.Previous.From), minute(r.Previous.Until)))
	}
	if highest := highestCount(c.Series); highest > 0 {
		step := time.Duration(c.Step) * time.Millisecond
		words = append(
			words, fmt.Sprintf("invocations per %s, at most %d: |%s|", spanWords(step), highest, spark(c.Series, plain)),
		)
	}
	if names := outcomes(c.Totals); len(names) > 0 || c.Totals.Backpressure > 0 {
		words = append(words, "outcomes: "+outcomeWords(c.Totals, names))
	}
	if prints := c.Totals.ErrorFingerprints; len(prints) > 0 {
		words = append(words, "errors: "+fingerprintWords(prints))
	}
	if r.Previous != nil {
		words = append(words, r.changes()...)
	}
	if hasRough(r.Rows()) {
		words = append(words, "~: fewer samples than the percentile needs")
	}
	for i := range words {
		words[i] = visible(words[i])
	}
	return words
}

func outcomeWords(f control.Figures, names []string) string {
	var all []string
	for _, name := range names {
		all = append(all, fmt.Sprintf("%s %d", name, f.Outcomes[name]))
	}
	if f.Backpressure > 0 {
		const text = "backpressure %d (successes with an exhausted CRM budget, counted separately)"
		all = append(all, fmt.Sprintf(text, f.Backpressure))
	}
	return strings.Join(all, ", ")
}

// shownPrints is how many kinds of errors are shown.
const shownPrints = 5

func fingerprintWords(prints []control.ErrorFingerprint) string {
	var all []string
	for i, p := range prints {
		if i == shownPrints {
			all = append(all, fmt.Sprintf("%d more kinds", len(prints)-i))
			break
		}
		all = append(all, fmt.Sprintf("%d x %s", p.Count, p.Fingerprint))
	}
	return strings.Join(all, ", ")
}

func hasRough(rows []Row) bool {
	for _, row := range rows {
		if n := row.Figures.Count; n > 0 && n < enoughFor99 {
			return true
		}
	}
	return false
}

// spanWords writes whole minutes or hours.
func spanWords(d time.Duration) string {
	switch {
	case d%(24*time.Hour) == 0 && d > 0:
		return fmt.Sprintf("%d d", d/(24*time.Hour))
	case d%time.Hour == 0:
		return fmt.Sprintf("%d h", d/time.Hour)
	}
	return fmt.Sprintf("%d min", d/time.Minute)
}

// Heights of a step. Only zero has the first.
const (
	levels      = " ▁▂▃▄▅▆▇█"
	plainLevels = " .:-=+*#@"
)

// spark draws how many invocations each step had, as a share of the highest. plain uses ASCII characters only.
func spark(series []control.Point, plain bool) string {
	highest := int64(0)
	for _, p := range series {
		highest = max(highest, p.Count)
	}
	marks := []rune(levels)
	if plain {
		marks = []rune(plainLevels)
	}
	var b strings.Builder
	for _, p := range series {
		level := int64(0)
		if p.Count > 0 {
			level = max(1, p.Count*int64(len(marks)-1)/highest)
		}
		b.WriteRune(marks[level])
	}
	return b.String()
}

// highestCount returns the largest number of invocations of a step.
func highestCount(series []control.Point) (n int64) {
	for _, p := range series {
		n = max(n, p.Count)
	}
	return n
}
