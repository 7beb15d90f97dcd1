package checkpoint

import (
	"fmt"
	"math"

	"github.com/appsvc/svc/internal/control"
)

// unchanged is the relative change up to which two latencies count as the same: each is accurate to one percent.
const unchanged = 2 * Accuracy

// changes describes what has changed in the whole project, one line each.
func (r *Report) changes() []string {
	now, before := r.Current.Totals, r.Previous.Totals
	if now.Count == 0 || before.Count == 0 {
		return []string{
			fmt.Sprintf("change: unknown, with %d invocations before and %d now", before.Count, now.Count),
		}
	}
	p := func(name string, of func(*control.Latency) float64) string {
		return name + " " + change(of(before.LatencyMs), of(now.LatencyMs))
	}
	p50 := p("p50", func(l *control.Latency) float64 { return l.P50 })
	p95 := p("p95", func(l *control.Latency) float64 { return l.P95 })
	return []string{fmt.Sprintf(
		"change: %s, %s, error rate %s (was %s)", p50, p95, percent(*ErrorRate(now)), percent(*ErrorRate(before)),
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
