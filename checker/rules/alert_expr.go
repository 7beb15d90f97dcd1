package rules

import (
	"errors"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/alertexpr"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var alertExpr = &checker.Rule{
	ID:       "alert-expr",
	Severity: diag.Error,
	Title:    "compare metrics with numbers in an alert's expr",
	Why: `an alert's expr is metric{label="value"} operator number, joined by and, or and parentheses, where metric is ` +
		orList(alertexpr.Metrics()) + " and label is " + orList(alertexpr.Labels()),
	Hint:   "write a condition such as error_rate{kind=\"sync\"} > 0.05 and count > 20",
	Before: `{ name: 'Slow', expr: 'latency > 2s', window: '5m' },`,
	After:  `{ name: 'Slow', expr: 'p95 > 2000', window: '5m' },`,
	Run:    runAlertExpr,
}

func runAlertExpr(p *checker.Pass) {
	for _, rule := range alertRules(p) {
		expr := rule.Get("expr")
		if !expr.IsString() || isBlank(expr.Text) {
			continue // option-type and missing-option report these
		}
		_, err := alertexpr.Parse(expr.Text)
		var failure *alertexpr.Error
		if !errors.As(err, &failure) {
			continue
		}
		draft := p.Reportf(expr.At, "cannot parse the expr of alert %s: %v", quote(rule.Get("name")), failure)
		if len(failure.Known) > 0 {
			draft.Hintf("write %s", oneOf(failure.Known))
			hintNearest(draft, failure.Word, failure.Known)
		}
	}
}

// alertRules returns the app's alert rules that are objects.
func alertRules(p *checker.Pass) []*declared.Value {
	var all []*declared.Value
	for _, rule := range appOption(p, "alerts", "rules").Items {
		if rule.IsObject() {
			all = append(all, rule)
		}
	}
	return all
}
