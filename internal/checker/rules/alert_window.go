package rules

import (
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var alertWindow = &checker.Rule{
	ID:       "alert-window",
	Severity: diag.Error,
	Title:    "write an alert's window in minutes, hours or days",
	Why:      "window is a whole number followed by m, h or d",
	Hint:     "write a window such as '5m', '1h' or '1d'",
	Before:   `{ name: 'Errors', expr: 'errors > 0', window: '5 minutes' },`,
	After:    `{ name: 'Errors', expr: 'errors > 0', window: '5m' },`,
	Run:      runAlertWindow,
}

func runAlertWindow(p *checker.Pass) {
	for _, rule := range alertRules(p) {
		window := rule.Get("window")
		if !hasText(window) || isWindow(window.Text) {
			continue // valid, or option-type and missing-option report it
		}
		p.Reportf(window.At, "the window of alert %s must be a number of minutes (m), hours (h) or days (d), not %s",
			quote(rule.Get("name")), quote(window))
	}
}

// Longest number of a window, in digits, so that its minutes cannot overflow.
const maxWindowDigits = 6

func isWindow(text string) bool {
	digits := strings.TrimRight(text, "mhd")
	return len(digits) == len(text)-1 && len(digits) <= maxWindowDigits && isNumber(digits) && digits[0] != '0'
}

func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}
