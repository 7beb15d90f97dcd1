package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var alertSeverity = &checker.Rule{
	ID:       "alert-severity",
	Severity: diag.Error,
	Title:    "set an alert's severity to " + literals(appOptions, "alerts", "rules", "severity"),
	Why:      "the receiver of an alert acts on its severity",
	Hint:     "write " + literals(appOptions, "alerts", "rules", "severity"),
	Before:   `{ name: 'Errors', expr: 'errors > 0', window: '5m', severity: 'error' },`,
	After:    `{ name: 'Errors', expr: 'errors > 0', window: '5m', severity: 'critical' },`,
	Run:      runAlertSeverity,
}

func runAlertSeverity(p *checker.Pass) {
	for _, rule := range alertRules(p) {
		name := "the severity of alert " + quote(rule.Get("name"))
		reportUnlessWord(p, rule.Get("severity"), name, optionAt(appOptions, "alerts", "rules", "severity").words)
	}
}
