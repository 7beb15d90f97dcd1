package simulate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/simulate"
)

// document is what --json prints.
type document struct {
	SchemaVersion int `json:"schemaVersion"`
	*simulate.Report
}

// printReport writes the report to Out and the verdict to Err.
func printReport(env *cli.Env, o *options, r *simulate.Report) error {
	if o.json {
		return env.JSON(document{1, r})
	}
	if err := env.Table(nil, reportRows(r)); err != nil {
		return err
	}
	if env.OutTTY && r.CRM.Calls > 0 {
		fmt.Fprintln(env.Out)
		if err := plotCalls(env, r); err != nil {
			return err
		}
	}
	verdict := "fits"
	switch {
	case !r.Fits:
		verdict = "does not fit"
	case !r.OK:
		verdict = "failed"
	}
	facts := []string{
		simulate.Duration(r.WallMs), simulate.Count(r.CRM.Calls, "CRM call"), r.Tier, simulate.Count(r.Isolates, "isolate"),
	}
	first := "all invocations ended as intended, within the limits"
	if len(r.Findings) > 0 {
		first = r.Findings[0]
	}
	env.Verdict(r.OK, verdict, facts, first)
	for i, finding := range r.Findings {
		if i > 0 {
			env.Notef("→ %s", finding)
		}
	}
	return nil
}

func reportRows(r *simulate.Report) [][]string {
	var outcomes []string
	for _, status := range simulate.Sorted(r.Outcomes) {
		outcomes = append(outcomes, simulate.Number(r.Outcomes[status])+" "+status)
	}
	if again := r.Requests - r.Invocations; again > 0 {
		outcomes = append(outcomes, simulate.Number(again)+" retries")
	}
	rows := [][]string{
		{"wall time", simulate.Duration(r.WallMs), "from the first arrival to the last response, in virtual time"},
		{"invocations", simulate.Number(r.Invocations), strings.Join(outcomes, ", ")},
		{"response time", simulate.Duration(r.Lateness.P50Ms), spreadText("median; ", r.Lateness)},
		syncRow(r.Syncs),
		{"CRM calls", simulate.Number(r.CRM.Calls), callText(r.CRM)},
		{"429s", simulate.Number(r.CRM.Limited), policyText(r.CRM)},
		{"waits", simulate.Number(r.Waits.Calls), waitText(r.Waits)},
		headroomRow("window left", r.Window), headroomRow("searches left", r.Search), headroomRow("day left", r.Day),
	}
	return slices.DeleteFunc(rows, func(row []string) bool { return row == nil })
}

// syncRow returns the row about sync runs, or nil without any.
func syncRow(s *simulate.SyncTotals) []string {
	if s == nil {
		return nil
	}
	var runs []string
	for _, status := range simulate.Sorted(s.Runs) {
		runs = append(runs, simulate.Number(s.Runs[status])+" "+status)
	}
	return []string{"rows", simulate.Number(s.Rows), fmt.Sprintf("%s upserted, %s duplicates, %s poison rows; runs: %s",
		simulate.Number(s.Upserted), simulate.Number(s.Duplicates), simulate.Number(s.Poison), strings.Join(runs, ", "))}
}

func spreadText(lead string, s simulate.Spread) string {
	return fmt.Sprintf("%s95th percentile %s, longest %s", lead, simulate.Duration(s.P95Ms), simulate.Duration(s.MaxMs))
}

func callText(t simulate.Traffic) string {
	return fmt.Sprintf(
		"%s, %s of %s", simulate.Count(t.Searches, "search"), simulate.Count(t.Batches, "batch"),
		simulate.Count(t.InBatch, "record"),
	)
}

func policyText(t simulate.Traffic) string {
	var parts []string
	for _, policy := range simulate.Sorted(t.Policies) {
		parts = append(parts, simulate.Number(t.Policies[policy])+" "+policy)
	}
	if len(parts) == 0 {
		return "no call was refused"
	}
	return strings.Join(parts, ", ")
}

func waitText(w simulate.Waits) string {
	if w.Calls == 0 {
		return "no call waited for budget"
	}
	return fmt.Sprintf("calls waited for budget: median %s, 95th percentile %s, longest %s",
		simulate.Duration(w.P50Ms), simulate.Duration(w.P95Ms), simulate.Duration(w.MaxMs))
}

func headroomRow(name string, h simulate.Headroom) []string {
	if h.Limit == 0 {
		return []string{name, "unknown", fmt.Sprintf("%s; the platform publishes no limit", simulate.Count(h.Peak, "call"))}
	}
	return []string{name, fmt.Sprintf("%.1f %%", h.Left*100), fmt.Sprintf("%s of %s in the busiest %s",
		simulate.Number(h.Peak), simulate.Number(h.Limit), simulate.Duration(h.WindowMs))}
}

func plotCalls(env *cli.Env, r *simulate.Report) error {
	var bars []cli.Bar
	seconds := r.Series.StepMs / 1000
	for _, p := range r.Series.Points {
		bars = append(bars, cli.Bar{Value: float64(p.Calls) / seconds, Bad: float64(p.Limited) / seconds})
	}
	return env.Plot(
		"CRM calls per second, in steps of "+simulate.Duration(r.Series.StepMs), bars, "0", simulate.Duration(r.WallMs),
	)
}
