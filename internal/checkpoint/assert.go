package checkpoint

import (
	"context"
	"time"

	"github.com/appsvc/svc/internal/alertexpr"
	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/jsvm"
)

// Verdict is the result of an assertion, with the values behind it.
type Verdict struct {
	Expr     string    `json:"expr"`
	Holds    bool      `json:"holds"`
	Findings []Finding `json:"findings"` // every comparison, from left to right
}

// Finding is one comparison with its value.
type Finding struct {
	Comparison string `json:"comparison"`
	Holds      bool   `json:"holds"`
	// Value is nil without a value: the comparison does not hold.
	Value *float64 `json:"value"`
	// Samples is how many invocations the value is about.
	Samples int64 `json:"samples"`
	// Why is the reason for a missing value.
	Why string `json:"why,omitempty"`
}

// Reasons for no value.
const (
	noSamples   = "no invocations in the window"
	notRecorded = "not recorded: no alert rule of the app uses it, or no sync has ended yet"
)

// asserting evaluates an expression over one window.
type asserting struct {
	ctx      context.Context
	from     Source
	window   control.Window
	read     map[string]*control.Summary // by labels
	findings []Finding
}

// assert evaluates the expression over the window of a summary.
func assert(ctx context.Context, from Source, expr alertexpr.Expr, over *control.Summary) (*Verdict, error) {
	a := &asserting{
		ctx: ctx, from: from, window: control.Window{Since: ms(over.Since), Until: ms(over.Until)},
		read: map[string]*control.Summary{"": over},
	}
	holds, err := a.holds(expr)
	if err != nil {
		return nil, err
	}
	return &Verdict{Expr: expr.String(), Holds: holds, Findings: a.findings}, nil
}

// holds evaluates all comparisons, without short-circuit: the report has every value.
func (a *asserting) holds(expr alertexpr.Expr) (bool, error) {
	switch expr := expr.(type) {
	case alertexpr.And:
		n, err := a.holding(expr)
		return n == len(expr), err
	case alertexpr.Or:
		n, err := a.holding(expr)
		return n > 0, err
	case *alertexpr.Comparison:
		return a.compare(expr)
	}
	return false, nil // there are no other kinds
}

// holding counts the terms that hold.
func (a *asserting) holding(terms []alertexpr.Expr) (n int, err error) {
	for _, term := range terms {
		holds, err := a.holds(term)
		if err != nil {
			return 0, err
		}
		if holds {
			n++
		}
	}
	return n, nil
}

func (a *asserting) compare(c *alertexpr.Comparison) (bool, error) {
	summary, err := a.summary(c.Labels)
	if err != nil {
		return false, err
	}
	f := Finding{Comparison: c.String(), Samples: summary.Totals.Count}
	f.Value, f.Why = valueOf(c.Metric, summary)
	f.Holds = f.Value != nil && c.Holds(*f.Value)
	a.findings = append(a.findings, f)
	return f.Holds, nil
}

// summary returns the summary of the invocations with the labels. It reads each summary once.
func (a *asserting) summary(labels []alertexpr.Label) (*control.Summary, error) {
	window := a.window
	key := ""
	for _, label := range labels {
		key += label.Name + "\x00" + label.Value + "\x00"
		switch label.Name {
		case "capability":
			window.Capability = label.Value
		case "kind":
			window.Kind = label.Value
		case "portal":
			window.Portal = label.Value
		}
	}
	if known, read := a.read[key]; read {
		return known, nil
	}
	summary, err := a.from.Checkpoints(a.ctx, window)
	if err != nil {
		return nil, err
	}
	a.read[key] = summary
	return summary, nil
}

// valueOf returns the value of a metric, or why there is none. Without invocations only count has a value: zero errors
// of zero invocations must not pass as a good deploy.
func valueOf(metric string, s *control.Summary) (value *float64, why string) {
	f := s.Totals
	count := func(n int64) *float64 { v := float64(n); return &v }
	switch metric {
	case "count":
		return count(f.Count), ""
	case "poison_rows":
		return known(s.Syncs.PoisonRows)
	case "sync_lag_minutes":
		return known(s.Syncs.LagMinutes)
	}
	if f.Count == 0 || f.LatencyMs == nil {
		return nil, noSamples
	}
	switch metric {
	case "errors":
		return count(f.Errors), ""
	case "backpressure":
		return count(f.Backpressure), ""
	case "crm_429":
		return count(f.CRM429), ""
	case "error_rate":
		return errorRate(f), ""
	case "p50":
		return &f.LatencyMs.P50, ""
	case "p90":
		return &f.LatencyMs.P90, ""
	case "p95":
		return &f.LatencyMs.P95, ""
	case "p99":
		return &f.LatencyMs.P99, ""
	}
	return nil, notRecorded
}

func known(value *float64) (*float64, string) {
	if value == nil {
		return nil, notRecorded
	}
	return value, ""
}

// errorRate returns the share of invocations that ended in errors; nil without invocations.
func errorRate(f control.Figures) *float64 {
	if f.Count == 0 {
		return nil
	}
	rate := float64(f.Errors) / float64(f.Count)
	return &rate
}

// ParseAssertion parses a condition in the language of alert rules. It runs the SDK's parser in the embedded engine,
// which takes about 2 ms. A malformed text is an *alertexpr.Error.
func ParseAssertion(ctx context.Context, text string) (alertexpr.Expr, error) {
	source, err := alertexpr.Parser()
	if err != nil {
		return nil, err
	}
	program, err := jsvm.Compile("svc:alert-expr.js", string(source))
	if err != nil {
		return nil, err
	}
	vm, err := jsvm.New(jsvm.Options{Clock: jsvm.NewVirtualClock(time.Time{})}) // the parser needs no time
	if err != nil {
		return nil, err
	}
	defer vm.Close()
	if err := vm.Run(ctx, program); err != nil {
		return nil, err
	}
	answer, err := vm.Call(ctx, alertexpr.ParserFunction, text)
	if err != nil {
		return nil, err
	}
	return alertexpr.Decode(text, answer)
}
