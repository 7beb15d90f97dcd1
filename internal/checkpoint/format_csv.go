package checkpoint

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/control"
)

// keyNames are the columns that identify a group.
var keyNames = []string{"worker", "capabilityId", "kind", "portal", "outcome"}

// csvColumns are the columns after those that identify the row.
var csvColumns = []struct {
	name string
	text func(control.Figures) string
}{
	{"count", func(f control.Figures) string { return whole(f.Count) }},
	{"ok", outcomeColumn("ok")},
	{"fail_continue", outcomeColumn("fail-continue")},
	{"fail_stop", outcomeColumn("fail-stop")},
	{"retry_later", outcomeColumn("retry-later")},
	{"block", outcomeColumn("block")},
	{"rejected", outcomeColumn("rejected")},
	{"error", outcomeColumn("error")},
	{"timeout", outcomeColumn("timeout")},
	{"backpressure", func(f control.Figures) string { return whole(f.Backpressure) }},
	{"errors", func(f control.Figures) string { return whole(f.Errors) }},
	{"error_rate", func(f control.Figures) string {
		if rate := errorRate(f); rate != nil {
			return number(*rate)
		}
		return ""
	}},
	{"p50_ms", latencyColumn(func(l *control.Latency) float64 { return l.P50 })},
	{"p90_ms", latencyColumn(func(l *control.Latency) float64 { return l.P90 })},
	{"p95_ms", latencyColumn(func(l *control.Latency) float64 { return l.P95 })},
	{"p99_ms", latencyColumn(func(l *control.Latency) float64 { return l.P99 })},
	{"max_ms", latencyColumn(func(l *control.Latency) float64 { return l.Max })},
	{"crm_calls", func(f control.Figures) string { return whole(f.CRMCalls) }},
	{"crm_wait_ms", func(f control.Figures) string { return number(f.CRMWaitMs) }},
	{"crm_429", func(f control.Figures) string { return whole(f.CRM429) }},
}

func outcomeColumn(outcome string) func(control.Figures) string {
	return func(f control.Figures) string { return whole(f.Outcomes[outcome]) }
}

// latencyColumn is empty without a latency.
func latencyColumn(of func(*control.Latency) float64) func(control.Figures) string {
	return func(f control.Figures) string {
		if f.LatencyMs == nil {
			return ""
		}
		return number(of(f.LatencyMs))
	}
}

func whole(n int64) string { return strconv.FormatInt(n, 10) }

// number writes at most six decimals: figures are less accurate.
func number(n float64) string { return strconv.FormatFloat(math.Round(n*1e6)/1e6, 'f', -1, 64) }

func writeCSV(w io.Writer, r *Report) error {
	out := csv.NewWriter(w)
	head := append([]string{"project", "environment", "window", "from", "until", "row"}, keyNames...)
	for _, column := range csvColumns {
		head = append(head, column.name)
	}
	if err := out.Write(head); err != nil {
		return err
	}
	for _, row := range r.Rows() {
		if err := out.Write(r.csvLine(row)); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func (r *Report) csvLine(row Row) []string {
	window, name := r.Current, "current"
	if row.Before {
		window, name = r.Previous, "previous"
	}
	kind := "total"
	if row.Key != nil {
		kind = r.Query.By
	}
	line := []string{cell(r.Project), cell(window.Environment), name, iso(window.From), iso(window.Until), kind}
	for _, key := range keyNames {
		line = append(line, cell(row.Key[key]))
	}
	for _, column := range csvColumns {
		line = append(line, column.text(row.Figures))
	}
	return line
}

// cell quotes a name that a spreadsheet would run as a formula.
func cell(text string) string {
	text = visible(text)
	if trimmed := strings.TrimLeft(text, " "); trimmed != "" && strings.Contains("=+-@", trimmed[:1]) {
		return "'" + text
	}
	return text
}

func iso(at int64) string { return time.UnixMilli(at).UTC().Format(time.RFC3339) }
