package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var alertExpr = &checker.Rule{
	ID:       "alert-expr",
	Severity: diag.Error,
	Title:    "compare metrics with numbers in an alert's expr",
	Why: `an alert's expr is metric{label="value"} operator number, joined by and, or and parentheses, where metric is ` +
		orList(alertMetrics) + " and label is " + orList(alertLabels),
	Hint:   "write a condition such as error_rate{kind=\"sync\"} > 0.05 and count > 20",
	Before: `{ name: 'Slow', expr: 'latency > 2s', window: '5m' },`,
	After:  `{ name: 'Slow', expr: 'p95 > 2000', window: '5m' },`,
	Run:    runAlertExpr,
}

// The words of the language. A test compares them with the SDK's parser.
var (
	alertMetrics = []string{
		"count", "errors", "error_rate", "p50", "p90", "p95", "p99",
		"backpressure", "crm_429", "poison_rows", "sync_lag_minutes",
	}
	alertLabels = []string{"capability", "kind", "portal"}
)

// runAlertExpr reports the errors of the SDK's parser.
func runAlertExpr(p *checker.Pass) {
	for _, rule := range alertRules(p) {
		expr := rule.Get("expr")
		failure := alertExprOf(p, expr).Error
		if failure == nil || isBlank(expr.Text) {
			continue // valid, or option-type and missing-option report it
		}
		draft := p.Reportf(expr.At, "cannot parse the expr of alert %s: %v", quote(rule.Get("name")), failure)
		if len(failure.Known) > 0 {
			draft.Hintf("write %s", oneOf(failure.Known))
			draft.Suggest(failure.Word, failure.Known)
		}
	}
}

// alertExprOf returns the parsed form of an expression. It is empty if the value is not a string.
func alertExprOf(p *checker.Pass, expr *declared.Value) declared.AlertExpr {
	if p.App == nil {
		return declared.AlertExpr{}
	}
	return p.App.AlertExprs[expr]
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
