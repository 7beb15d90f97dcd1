package checkpoint

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/control"
)

// family is one metric with its samples. All metrics are gauges, since the window moves.
type family struct {
	name, help string
	samples    func(control.Figures) []sample
}

// sample is a value with its labels, apart from those of its row.
type sample struct {
	labels [][2]string
	value  string
}

var families = []family{
	{
		"svc_invocations", "Invocations in the window by outcome; backpressure is a success that is counted separately.",
		promOutcomes,
	},
	{
		"svc_backpressure", "Invocations in the window that met an exhausted CRM budget.",
		func(f control.Figures) []sample { return one(whole(f.Backpressure)) },
	},
	{
		"svc_errors", "Invocations in the window that ended in an error or a time-out.",
		func(f control.Figures) []sample { return one(whole(f.Errors)) },
	},
	{"svc_latency_seconds", "Percentiles of the duration of invocations, accurate to one percent.", promLatency},
	{"svc_latency_max_seconds", "The longest duration of an invocation.", func(f control.Figures) []sample {
		if f.LatencyMs == nil {
			return nil
		}
		return one(number(f.LatencyMs.Max / 1000))
	}},
	{
		"svc_crm_calls", "Calls to the CRM in the window.",
		func(f control.Figures) []sample { return one(whole(f.CRMCalls)) },
	},
	{
		"svc_crm_wait_seconds", "Time that calls to the CRM waited for their turn.",
		func(f control.Figures) []sample { return one(number(f.CRMWaitMs / 1000)) },
	},
	{
		"svc_crm_429", "Calls to the CRM that it answered with 429.",
		func(f control.Figures) []sample { return one(whole(f.CRM429)) },
	},
}

func one(value string) []sample { return []sample{{nil, value}} }

func promOutcomes(f control.Figures) []sample {
	var all []sample
	for _, name := range outcomes(f) {
		all = append(all, sample{[][2]string{{"outcome", name}}, whole(f.Outcomes[name])})
	}
	if f.Backpressure > 0 {
		all = append(all, sample{[][2]string{{"outcome", "backpressure"}}, whole(f.Backpressure)})
	}
	return all
}

func promLatency(f control.Figures) []sample {
	l := f.LatencyMs
	if l == nil {
		return nil
	}
	var all []sample
	for _, q := range []struct {
		name  string
		value float64
	}{{"0.5", l.P50}, {"0.9", l.P90}, {"0.95", l.P95}, {"0.99", l.P99}} {
		all = append(all, sample{[][2]string{{"quantile", q.name}}, number(q.value / 1000)})
	}
	return all
}

// writeProm writes the groups, or the whole project without groups. It never writes both, so that sums over a metric do
// not count twice.
func writeProm(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	groups := r.Current.Groups
	if r.Query.By == "" {
		groups = []control.Group{{Figures: r.Current.Totals}}
	}
	for _, f := range families {
		fmt.Fprintf(out, "# HELP %s %s\n# TYPE %s gauge\n", f.name, f.help, f.name)
		for _, g := range groups {
			for _, s := range f.samples(g.Figures) {
				fmt.Fprintf(out, "%s{%s} %s\n", f.name, r.promLabels(g.Key, s.labels), s.value)
			}
		}
	}
	fmt.Fprintf(out, "# HELP svc_window_seconds Length of the window.\n# TYPE svc_window_seconds gauge\n")
	fmt.Fprintf(
		out, "svc_window_seconds{%s} %s\n", r.promLabels(nil, nil), number(float64(r.Current.Until-r.Current.From)/1000),
	)
	return out.Flush()
}

// promNames maps names of keys to labels.
var promNames = strings.NewReplacer("capabilityId", "capability")

func (r *Report) promLabels(key map[string]string, more [][2]string) string {
	labels := [][2]string{{"project", r.Project}, {"environment", r.Current.Environment}}
	for _, name := range slices.Sorted(maps.Keys(key)) {
		labels = append(labels, [2]string{promNames.Replace(name), key[name]})
	}
	labels = append(labels, more...)
	texts := make([]string, 0, len(labels))
	for i, label := range labels {
		// A group by outcome has that label already.
		isAgain := slices.ContainsFunc(labels[:i], func(l [2]string) bool { return l[0] == label[0] })
		if !isAgain {
			texts = append(texts, label[0]+`="`+promEscaper.Replace(visible(label[1]))+`"`)
		}
	}
	return strings.Join(texts, ",")
}

var promEscaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)
