// The rule alert-expr: the condition of an alert can be read.

package rules

import (
	"errors"
	"strings"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/alertexpr"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var alertExpr = &checker.Rule{
	ID:       "alert-expr",
	Severity: diag.Error,
	Title:    "the expr of an alert compares metrics of the checkpoint stream with numbers",
	Why: `an alert's expr is metric{label="value"} operator number, joined by and, or and parentheses; the metrics are ` +
		strings.Join(alertexpr.Metrics(), ", ") + "; the labels are " + strings.Join(alertexpr.Labels(), ", "),
	Hint:   "write a condition such as error_rate{kind=\"sync\"} > 0.05 and count > 20",
	Before: `{ name: 'Slow', expr: 'latency > 2s', window: '5m' },`,
	After:  `{ name: 'Slow', expr: 'p95 > 2000', window: '5m' },`,
	Run:    runAlertExpr,
}

func runAlertExpr(p *checker.Pass) {
	for _, rule := range alertRules(p) {
		expr := rule.Get("expr")
		if !expr.IsString() || isBlank(expr.Text) {
			continue // option-type and missing-option speak of these
		}
		_, err := alertexpr.Parse(expr.Text)
		var failure *alertexpr.Error
		if !errors.As(err, &failure) {
			continue // it reads well
		}
		draft := p.Reportf(expr.At, "the expr of alert %s cannot be read: %v", quote(rule.Get("name")), failure)
		if len(failure.Known) > 0 {
			draft.Hintf("write %s", oneOf(failure.Known))
			hintNearest(draft, failure.Word, failure.Known)
		}
	}
}

// alertRules are the app's alert rules that are objects.
func alertRules(p *checker.Pass) []*declared.Value {
	var all []*declared.Value
	for _, rule := range appOption(p, "alerts", "rules").Items {
		if rule.IsObject() {
			all = append(all, rule)
		}
	}
	return all
}
