// The rule alert-severity: an alert is of one of three severities.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var alertSeverity = &checker.Rule{
	ID:       "alert-severity",
	Severity: diag.Error,
	Title:    "the severity of an alert is 'info', 'warning' or 'critical'",
	Why:      "whoever is notified acts on the severity",
	Hint:     "write 'info', 'warning' or 'critical'",
	Before:   `{ name: 'Errors', expr: 'errors > 0', window: '5m', severity: 'error' },`,
	After:    `{ name: 'Errors', expr: 'errors > 0', window: '5m', severity: 'critical' },`,
	Run:      runAlertSeverity,
}

func runAlertSeverity(p *checker.Pass) {
	for _, rule := range alertRules(p) {
		reportUnlessWord(p, rule.Get("severity"), "the severity of alert "+quote(rule.Get("name")), []string{
			"info", "warning", "critical",
		})
	}
}
