package checkpoint

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/control"
)

// Row is one set of invocations in one window.
type Row struct {
	// Key identifies the group; nil for the whole project.
	Key     map[string]string
	Before  bool // in the window before
	Figures control.Figures
}

// name returns the name of a row for people.
func (r Row) name() string {
	if r.Key == nil {
		return "total"
	}
	if id, isCapability := r.Key["capabilityId"]; isCapability {
		return r.Key["worker"] + "/" + id
	}
	for _, name := range slices.Sorted(maps.Keys(r.Key)) {
		return r.Key[name] // a portal or an outcome has one member
	}
	return ""
}

// Rows returns the row of the whole project, then those of the groups. The row of the window before follows each.
// Groups that are only in the window before come last.
func (r *Report) Rows() []Row {
	before := map[string]control.Group{}
	if r.Previous != nil {
		for _, g := range r.Previous.Groups {
			before[keyText(g.Key)] = g
		}
	}
	rows := r.withPrevious(nil, Row{Figures: r.Current.Totals}, func() control.Figures { return r.Previous.Totals })
	for _, g := range r.Current.Groups {
		rows = r.withPrevious(
			rows, Row{Key: g.Key, Figures: g.Figures}, func() control.Figures { return before[keyText(g.Key)].Figures },
		)
		delete(before, keyText(g.Key))
	}
	for _, text := range slices.Sorted(maps.Keys(before)) {
		rows = r.withPrevious(rows, Row{Key: before[text].Key}, func() control.Figures { return before[text].Figures })
	}
	return rows
}

func (r *Report) withPrevious(rows []Row, row Row, previous func() control.Figures) []Row {
	rows = append(rows, row)
	if r.Previous != nil {
		row.Before, row.Figures = true, previous()
		rows = append(rows, row)
	}
	return rows
}

// keyText returns a text that is equal for equal keys.
func keyText(key map[string]string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(key)) {
		b.WriteString(name + "\x00" + key[name] + "\x00")
	}
	return b.String()
}

// RecordedOutcomes returns how an invocation can end, in display order.
func RecordedOutcomes() []string { return slices.Clone(outcomesInOrder) }

// outcomesInOrder are the outcomes of the contract, in display order. Others follow.
var outcomesInOrder = []string{
	"ok", "fail-continue", "fail-stop", "retry-later", "block", "rejected", "error", "timeout",
}

// outcomes returns the names of the outcomes that occur, without backpressure.
func outcomes(f control.Figures) (names []string) {
	for _, name := range outcomesInOrder {
		if f.Outcomes[name] > 0 {
			names = append(names, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Outcomes)) {
		if !slices.Contains(outcomesInOrder, name) && f.Outcomes[name] > 0 {
			names = append(names, name)
		}
	}
	return names
}

// unchanged is the relative change up to which two latencies count as the same: each is accurate to one percent.
const unchanged = 2 * accuracy

// changes describes what has changed in the whole project, one line each.
func (r *Report) changes() []string {
	now, before := r.Current.Totals, r.Previous.Totals
	if now.Count == 0 || before.Count == 0 {
		return []string{fmt.Sprintf("change: unknown, with %d invocations before and %d now", before.Count, now.Count)}
	}
	p := func(name string, of func(*control.Latency) float64) string {
		return name + " " + change(of(before.LatencyMs), of(now.LatencyMs))
	}
	p50 := p("p50", func(l *control.Latency) float64 { return l.P50 })
	p95 := p("p95", func(l *control.Latency) float64 { return l.P95 })
	return []string{fmt.Sprintf(
		"change: %s, %s, error rate %s (was %s)", p50, p95, percent(*errorRate(now)), percent(*errorRate(before)),
	)}
}

func change(before, now float64) string {
	if before == now || before > 0 && math.Abs(now/before-1) <= unchanged {
		return "the same"
	}
	if before == 0 {
		return "was 0 ms"
	}
	return fmt.Sprintf("%+.0f %%", (now/before-1)*100)
}
