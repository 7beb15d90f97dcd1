package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var duplicateAlertName = &checker.Rule{
	ID:       "duplicate-alert-name",
	Severity: diag.Warning,
	Title:    "give each alert a unique name",
	Why:      "receivers identify and silence an alert by its name",
	Hint:     "rename one of the two",
	Before: `{ name: 'Errors', expr: 'errors > 10', window: '5m' },
{ name: 'Errors', expr: 'errors > 100', window: '1h' },`,
	After: `{ name: 'Errors', expr: 'errors > 10', window: '5m' },
{ name: 'Many errors', expr: 'errors > 100', window: '1h' },`,
	Run: runDuplicateAlertName,
}

func runDuplicateAlertName(p *checker.Pass) {
	first := firstTexts{}
	for _, rule := range alertRules(p) {
		name := rule.Get("name")
		if !hasText(name) {
			continue // option-type and missing-option report these
		}
		if earlier, taken := first.earlier(name.Text, name); taken {
			p.Reportf(name.At, "duplicate alert name %s", quote(name)).
				Related(earlier.At, "first declared here")
		}
	}
}
